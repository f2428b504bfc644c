/**
 * Whether the last segment of an address is a well-formed course slug. The pattern is that of the contract's
 * `slug`, which is not imported because its schema is not part of the first load.
 */
export function isCourseSlug(text: string | undefined): text is string {
  return text !== undefined && text.length <= 160 && /^[a-zA-Z0-9]+(?:[-_.][a-zA-Z0-9]+)*$/.test(text);
}
