import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Filters of a list that an operator saved under a name. */
async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table operator_views (
      id bigint generated always as identity primary key,
      operator_id text not null references operators (id) on delete cascade,
      name text not null,
      filter jsonb not null,
      created_at timestamptz not null,
      unique (operator_id, name)
    )`.execute(database);
}

export const operatorViews: Migration = { up };
