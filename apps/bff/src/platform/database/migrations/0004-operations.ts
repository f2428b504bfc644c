import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** For operators: request ids of leads and orders, and last runs of schedules. */
export const operations: Migration = {
  async up(database: Kysely<unknown>) {
    await sql`alter table leads add column request_id text`.execute(database);
    await sql`alter table orders add column request_id text`.execute(database);
    // Metrics often count leads by state; the table is wide.
    await sql`create index leads_by_state on leads (forward_state, crm_state)`.execute(database);
    await sql`
      create table schedule_runs (
        name text primary key,
        succeeded_at timestamptz,
        failed_at timestamptz
      )`.execute(database);
  },
};
