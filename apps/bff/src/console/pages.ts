/** Paging by key: a page says the key of the next, and a count ends at a thousand. */
import { countedTo, type Page } from '@meridian/contracts/console/answers';

export const pageSize = 100;

/** A search begins at three characters. */
export const minSearchLength = 3;

/** `%` and `_` of a search are characters like others. */
export const likePattern = (text: string) => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;

/** @param rows up to one more than a page */
export function pageOf<Source, Row>(
  rows: readonly Source[],
  count: number,
  keyOf: (row: Source) => string,
  shown: (row: Source) => Row,
): Page<Row> {
  const kept = rows.slice(0, pageSize);
  const last = kept.at(-1);
  return {
    rows: kept.map(shown),
    next: rows.length > pageSize && last !== undefined ? keyOf(last) : null,
    count: Math.min(count, countedTo),
  };
}
