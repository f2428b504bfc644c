/**
 * Tells whether the last part of an address can name a course at all; the server decides whether it does. The same
 * form as the contract's `slug`, whose schema the first load does not carry.
 */
export function isCourseSlug(text: string | undefined): text is string {
  return text !== undefined && text.length <= 160 && /^[a-zA-Z0-9]+(?:[-_.][a-zA-Z0-9]+)*$/.test(text);
}
