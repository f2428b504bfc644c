/** One page of a list, and how long the list is. Both are read so far as they are shown. */
import { countedTo, type Page } from '@meridian/contracts/operators/console/lists';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';

export const pageSize = 100;
/** Rows of an export: the newest. */
export const maxExported = 10_000;

/** Where the rows of a list are found. Each part selects the columns of the key. */
export interface Found {
  /** Read by both parts and computed once; present if the rows have to be sorted. */
  shared?: RawBuilder<unknown> | undefined;
  /** All of the list, in any order. */
  counted: RawBuilder<unknown>;
  /** What follows the page before, newest first. */
  page: RawBuilder<unknown>;
}

export interface ListQuery {
  /**
   * The same among the newest rows alone. Tried first: what is frequent is found there without a look at all of it,
   * and what is rare by an index.
   */
  recent?: Found | undefined;
  /** The same among more of the newest, tried second where the first has at least so many. */
  deep?: { found: Found; from: number } | undefined;
  /** Undefined if no index helps: then only the newest are searched. */
  all?: Found | undefined;
  /** `select` of a row by `k.id` from the ledger, with the conditions that it decides. */
  row: RawBuilder<unknown>;
  /** Whether the row has such conditions; if not, counting needs no look at it. */
  isDecidedByRow: boolean;
  /** `order by` of the rows. */
  order: RawBuilder<unknown>;
}

export interface Extent {
  /** Rows of a page. */
  size: number;
  /** Where counting ends. */
  countTo: number;
}
const whole: Extent = { size: pageSize, countTo: countedTo };

/** Reading on for a page pays with so many times fewer matches than reading on for the count. */
const pageSharePerCount = 3;

interface Read<Row> {
  rows: Row[];
  /** Null if the list was counted with its first page. */
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
  // Said inside as well: otherwise the planner sorts all that match before it joins.
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

/** @returns the newest rows of a list, for a file */
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
  /** Key of a row, for the page after it. */
  keyOf: (row: Row) => string;
  /** The row as the console shows it. */
  shown: (row: Row) => Shown;
  extent?: Extent | undefined;
  /** False for what follows a page, which is not counted again. */
  isFirst?: boolean;
}

/** @param rows up to one more than a page @param count of the whole list, as far as it was counted */
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
  // A page alone ends reading sooner than a count.
  const isFrequent = ({ rows, count }: Read<Row>, from: number) =>
    count === null ? rows.length >= from / pageSharePerCount : count >= from;
  let best = recent && (await readFrom(recent));
  if (best && !isEnough(best) && deep && isFrequent(best, deep.from)) best = await readFrom(deep.found);
  if (all && !(best && isEnough(best))) best = await readFrom(all);
  return pageOf(best?.rows ?? [], best?.count ?? (isFirst ? 0 : null), shape);
}
