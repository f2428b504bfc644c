/**
 * Whether the last segment of an address is a well-formed course slug. Same pattern as the contract's `slug`;
 * that schema is not part of the first load.
 */
export function isCourseSlug(text: string | undefined): text is string {
  return text !== undefined && text.length <= 160 && /^[a-zA-Z0-9]+(?:[-_.][a-zA-Z0-9]+)*$/.test(text);
}
