/** Types that every list and every history uses. Times are ISO 8601, amounts are in paise. */

/** A page of a list; `next` is the cursor of the next page. */
export interface Page<Row> {
  rows: Row[];
  next: string | null;
  /** Number of rows of the whole list, counted up to `countedTo`; null after the first page. */
  count: number | null;
}
export const countedTo = 1_000;
/** The search counts its leads and its orders up to this number. */
export const foundCountedTo = 100;
