import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Idempotency keys of what operators do, committed with the deed. A replica of the former version takes no keys. */
async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table operator_deeds (
      key uuid primary key,
      operator_id text not null,
      request_hash text not null,
      request_id text not null,
      done text,
      created_at timestamptz not null
    )`.execute(database);
  await sql`create index operator_deeds_by_age on operator_deeds (created_at)`.execute(database);
}

export const operatorDeeds: Migration = { up };
