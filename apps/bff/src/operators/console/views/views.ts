/**
 * Stores saved views: named filters of an operator. Views have no search text, because the text may be the
 * name of a person.
 */
import type { SavedView } from '@meridian/contracts/operators/console/leads';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { databaseNow } from '../../../platform/database/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { storedColumn } from '../../../platform/database/stored-column.ts';

export const filterFields = {
  form: z.string().max(60).optional(),
  state: z.string().max(60).optional(),
  course: z.string().max(200).optional(),
  source: z.string().max(100).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
};
const storedFilter = storedColumn('operator_views.filter', z.object(filterFields));

const maxViews = 50;

export async function listViews(database: Kysely<Database>, operatorId: string): Promise<SavedView[]> {
  const rows = await database
    .selectFrom('operator_views')
    .select(['id', 'name', 'filter'])
    .where('operator_id', '=', operatorId)
    .orderBy(sql`lower(name)`)
    .execute();
  return rows.map(({ id, name, filter }) => {
    const parsed = storedFilter.tryParse(filter);
    return parsed ? { id, name, filter: parsed } : { id, name: `${name} (unreadable)`, filter: {} };
  });
}

/**
 * Saves a view. Replaces a view with the same name.
 * @returns false if the operator has the maximum number of views
 */
export async function saveView(
  database: Kysely<Database>,
  operatorId: string,
  { name, filter }: Omit<SavedView, 'id'>,
): Promise<boolean> {
  const { rows } = await sql`
    insert into operator_views (operator_id, name, filter, created_at)
    select ${operatorId}, ${name}, ${JSON.stringify(filter)}::jsonb, ${databaseNow}
    where (select count(*) from operator_views where operator_id = ${operatorId} and name <> ${name}) < ${maxViews}
    on conflict (operator_id, name) do update set filter = excluded.filter
    returning id`.execute(database);
  return rows.length > 0;
}

/** Deletes a view. @returns false if the view is unknown, or belongs to another operator */
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
