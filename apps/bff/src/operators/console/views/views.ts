/** Filters of a list that an operator saved under a name. They hold no search, which may be a person's name. */
import type { SavedView } from '@meridian/contracts/console/leads';
import { type Kysely, sql } from 'kysely';
import { databaseNow } from '../../../platform/database/clock.ts';
import type { Database } from '../../../platform/database/database.ts';

const mostViews = 50;

export async function listViews(database: Kysely<Database>, operatorId: string): Promise<SavedView[]> {
  const rows = await database
    .selectFrom('operator_views')
    .select(['id', 'name', 'filter'])
    .where('operator_id', '=', operatorId)
    .orderBy(sql`lower(name)`)
    .execute();
  return rows;
}

/** A view of the same name is replaced. @returns false if the operator has too many */
export async function saveView(
  database: Kysely<Database>,
  operatorId: string,
  { name, filter }: Omit<SavedView, 'id'>,
): Promise<boolean> {
  const { rows } = await sql`
    insert into operator_views (operator_id, name, filter, created_at)
    select ${operatorId}, ${name}, ${JSON.stringify(filter)}::jsonb, ${databaseNow}
    where (select count(*) from operator_views where operator_id = ${operatorId} and name <> ${name}) < ${mostViews}
    on conflict (operator_id, name) do update set filter = excluded.filter
    returning id`.execute(database);
  return rows.length > 0;
}

/** @returns false if the operator has no such view */
export async function deleteView(
  database: Kysely<Database>,
  operatorId: string,
  id: string,
): Promise<boolean> {
  const deleted = await database
    .deleteFrom('operator_views')
    .where('operator_id', '=', operatorId)
    .where('id', '=', id)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}
