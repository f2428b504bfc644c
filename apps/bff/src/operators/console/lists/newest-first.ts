import { countedTo, type Page } from '@meridian/contracts/operators/console/lists';
import type { ListName, ListRow } from '@meridian/contracts/operators/lists';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { pageOf, pageSize } from './read-page.ts';

export interface ListQuery {
  /** Value of the filter's option. */
  filter: string | undefined;
  /** Key of the last row of the previous page. */
  before: string | undefined;
}

export type ReadList<Name extends ListName> = (
  database: Kysely<Database>,
  query: ListQuery,
) => Promise<Page<ListRow<Name>>>;

/** @param select query of all rows of the filter @returns a reader of one page */
export function newestFirst<Name extends ListName, Found extends { id: string; created_at: Date }>(
  select: (filter: string | undefined) => RawBuilder<Found>,
  toRow: (found: Found) => ListRow<Name>,
): ReadList<Name> {
  return async (database, { filter, before }) => {
    const rows = select(filter);
    const [at, id] = before?.split('_') ?? [];
    const after =
      at && id ? sql`(created_at, id) < (to_timestamp(${at}::bigint / 1000000.0), ${id})` : sql`true`;
    const [found, counted] = await Promise.all([
      sql<Found & { key: string }>`
        select *, (extract(epoch from created_at) * 1000000)::bigint || '_' || id as key from (${rows}) as listed
        where ${after} order by created_at desc, id desc limit ${pageSize + 1}`.execute(database),
      before === undefined
        ? sql<{ count: number }>`
            select count(*)::integer as count from (select from (${rows}) as listed limit ${countedTo}) as counted`.execute(
            database,
          )
        : undefined,
    ]);
    const count = counted?.rows[0]?.count ?? null;
    return pageOf(found.rows, count, { keyOf: ({ key }) => key, shown: toRow });
  };
}
