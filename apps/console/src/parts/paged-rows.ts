/**
 * Rows of a list in pages. The pages are not joined into one array, so that a new page does not cost a copy
 * of all rows.
 */

export interface PagedRows<Row> {
  length: number;
  /** Like `Array.prototype.slice`, for non-negative indexes. */
  slice(start: number, end: number): Row[];
}

export function pagedRows<Row>(pages: readonly { rows: readonly Row[] }[]): PagedRows<Row> {
  const length = pages.reduce((sum, { rows }) => sum + rows.length, 0);
  function slice(start: number, end: number): Row[] {
    const found: Row[] = [];
    let first = 0;
    for (const { rows } of pages) {
      if (first >= end) break;
      if (first + rows.length > start) found.push(...rows.slice(Math.max(0, start - first), end - first));
      first += rows.length;
    }
    return found;
  }
  return { length, slice };
}
