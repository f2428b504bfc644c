/** One page of a list, and how long the list is. Both are read so far as they are shown. */
import { countedTo, type Page } from '@meridian/contracts/console/lists';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../database/database.ts';

export const pageSize = 100;

/** Where the rows of a list are found. Each part selects the columns of the key. */
export interface Found {
  /** What both parts read from, computed once: where the order has to be made by sorting. */
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
  /** Undefined where no index helps: then only the newest are searched. */
  all?: Found | undefined;
  /** `select` of a row by `k.id` from the ledger, with the conditions that it decides. */
  row: RawBuilder<unknown>;
  /** `order by` of the rows. */
  order: RawBuilder<unknown>;
}

interface Read<Row> {
  rows: Row[];
  count: number;
}

async function read<Row>(
  database: Kysely<Database>,
  { shared, counted, page }: Found,
  { row, order }: Pick<ListQuery, 'row' | 'order'>,
): Promise<Read<Row>> {
  // Without `offset 0` the planner may join with the whole table.
  const joined = sql`cross join lateral (${row} offset 0) as l`;
  const { rows } = await sql<Row & { counted: number; is_row: boolean | null }>`
    ${shared ? sql`with found as materialized (${shared})` : sql``}
    select total.counted, page.* from (
      select count(*)::integer as counted from (select from (${counted}) as k ${joined} limit ${countedTo}) as shown
    ) as total left join lateral (
      select true as is_row, l.* from (${page}) as k ${joined} limit ${pageSize + 1}
    ) as page on true order by ${order}`.execute(database);
  return { rows: rows.filter(({ is_row }) => is_row), count: rows[0]?.counted ?? 0 };
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
}

/** @param rows up to one more than a page @param count of the whole list, as far as it was counted */
export function pageOf<Row, Shown>(
  rows: readonly Row[],
  count: number,
  { keyOf, shown }: Shape<Row, Shown>,
): Page<Shown> {
  const kept = rows.slice(0, pageSize);
  const last = kept.at(-1);
  return {
    rows: kept.map(shown),
    next: rows.length > pageSize && last !== undefined ? keyOf(last) : null,
    count: Math.min(count, countedTo),
  };
}

/** @returns a page of a list that is read by {@link ListQuery} */
export async function readPage<Row, Shown>(
  database: Kysely<Database>,
  query: ListQuery,
  shape: Shape<Row, Shown>,
): Promise<Page<Shown>> {
  const recent = query.recent && (await read<Row>(database, query.recent, query));
  const isEnough = recent !== undefined && recent.rows.length > pageSize && recent.count >= countedTo;
  const best = isEnough || !query.all ? recent : await read<Row>(database, query.all, query);
  return pageOf(best?.rows ?? [], best?.count ?? 0, shape);
}
