/** What every list and every history has. Moments are ISO 8601, money is in paise. */

/** A page of a list; `next` is the key of the page after it. */
export interface Page<Row> {
  rows: Row[];
  next: string | null;
  /** How many there are in all, counted up to `countedTo`; null if the first page has said it. */
  count: number | null;
}
export const countedTo = 1_000;
/** How far the search of every screen counts. */
export const foundCountedTo = 100;
