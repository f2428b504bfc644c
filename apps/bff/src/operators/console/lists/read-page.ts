/** Reads one page of a list and counts the list. Reading and counting stop at the limits of the display. */
import { countedTo, type Page } from '@meridian/contracts/operators/console/lists';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';

export const pageSize = 100;
/** Max rows of an export: the newest ones. */
export const maxExported = 10_000;

/** SQL that finds the rows of a list. Each part selects the key columns. */
export interface Found {
  /** CTE `found`, which both parts read; if set, the rows are found only once. */
  shared?: RawBuilder<unknown> | undefined;
  /** All rows of the list, in any order. */
  counted: RawBuilder<unknown>;
  /** Rows after the previous page, newest first. */
  page: RawBuilder<unknown>;
}

export interface ListQuery {
  /**
   * Searches only the newest rows; tried first. Frequent matches fill the page from these rows; if matches
   * are rare, `all` then finds them by an index.
   */
  recent?: Found | undefined;
  /**
   * Searches more of the newest rows. Tried second, if `recent` does not fill page and count, but has at
   * least `from` matches.
   */
  deep?: { found: Found; from: number } | undefined;
  /** Searches all rows. Undefined if no index can be used: then only the newest rows are searched. */
  all?: Found | undefined;
  /**
   * `select` of a row by `k.id` from the main table, with the conditions that only the main table can check.
   */
  row: RawBuilder<unknown>;
  /** True if `row` has conditions; otherwise rows are counted without reading them. */
  isDecidedByRow: boolean;
  /** `order by` clause of the rows. */
  order: RawBuilder<unknown>;
}

export interface Extent {
  /** Max rows of a page. */
  size: number;
  /** Max count. */
  countTo: number;
}
const whole: Extent = { size: pageSize, countTo: countedTo };

/** A page without a count needs this many times fewer matches to make `deep` worthwhile. */
const pageSharePerCount = 3;

interface Read<Row> {
  rows: Row[];
  /** Null for later pages: the list is counted with its first page. */
  count: number | null;
}

async function read<Row>(
  database: Kysely<Database>,
  { shared, counted, page }: Found,
  { row, order, isDecidedByRow }: Pick<ListQuery, 'row' | 'order' | 'isDecidedByRow'>,
  { size, countTo }: Extent,
  isFirst: boolean,
): Promise<Read<Row>> {
  // Without `offset 0` the planner may join with the whole table.
  const joined = sql`cross join lateral (${row} offset 0) as l`;
  // The limit is repeated inside, because the planner would otherwise sort all matches before the join.
  const bound = (rows: number) => (isDecidedByRow ? sql`` : sql`limit ${rows}`);
  const total = isFirst
    ? sql`select count(*)::integer as counted from (
        select from (${counted} ${bound(countTo)}) as k ${isDecidedByRow ? joined : sql``} limit ${countTo}) as shown`
    : sql`select null::integer as counted`;
  const { rows } = await sql<Row & { counted: number | null; is_row: boolean | null }>`
    ${shared ? sql`with found as materialized (${shared})` : sql``}
    select total.counted, page.* from (${total}) as total left join lateral (
      select true as is_row, l.* from (${page} ${bound(size + 1)}) as k ${joined} limit ${size + 1}
    ) as page on true order by ${order}`.execute(database);
  return { rows: rows.filter(({ is_row }) => is_row), count: rows[0]?.counted ?? null };
}

/** @returns the newest rows of a list, for an export */
export async function readRows<Row>(
  database: Kysely<Database>,
  { recent, all, row }: ListQuery,
  limit: number,
): Promise<Row[]> {
  const found = all ?? recent;
  if (!found) return [];
  const { rows } = await sql<Row>`
    ${found.shared ? sql`with found as materialized (${found.shared})` : sql``}
    select l.* from (${found.page}) as k cross join lateral (${row} offset 0) as l limit ${limit}`.execute(
    database,
  );
  return rows;
}

interface Shape<Row, Shown> {
  /** Key of a row, for the next page. */
  keyOf: (row: Row) => string;
  /** The row as the console shows it. */
  shown: (row: Row) => Shown;
  extent?: Extent | undefined;
  /** False for later pages, which are not counted again. */
  isFirst?: boolean;
}

/** @param rows up to one more than a page @param count of the list, up to the limit */
export function pageOf<Row, Shown>(
  rows: readonly Row[],
  count: number | null,
  { keyOf, shown, extent: { size, countTo } = whole }: Shape<Row, Shown>,
): Page<Shown> {
  const kept = rows.slice(0, size);
  const last = kept.at(-1);
  return {
    rows: kept.map(shown),
    next: rows.length > size && last !== undefined ? keyOf(last) : null,
    count: count === null ? null : Math.min(count, countTo),
  };
}

/** @returns a page of a list that is read by {@link ListQuery} */
export async function readPage<Row, Shown>(
  database: Kysely<Database>,
  query: ListQuery,
  shape: Shape<Row, Shown>,
): Promise<Page<Shown>> {
  const { extent = whole, isFirst = true } = shape;
  const { recent, deep, all } = query;
  const readFrom = (found: Found) => read<Row>(database, found, query, extent, isFirst);
  const isEnough = ({ rows, count }: Read<Row>) =>
    rows.length > extent.size && (count === null || count >= extent.countTo);
  // A page without a count is full after fewer rows.
  const isFrequent = ({ rows, count }: Read<Row>, from: number) =>
    count === null ? rows.length >= from / pageSharePerCount : count >= from;
  let best = recent && (await readFrom(recent));
  if (best && !isEnough(best) && deep && isFrequent(best, deep.from)) best = await readFrom(deep.found);
  if (all && !(best && isEnough(best))) best = await readFrom(all);
  return pageOf(best?.rows ?? [], best?.count ?? (isFirst ? 0 : null), shape);
}
