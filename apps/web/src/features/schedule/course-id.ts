/**
 * Parses the last segment of a schedule's address.
 * @returns the course's id; undefined if the segment is not an id
 */
export function courseIdOf(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}
