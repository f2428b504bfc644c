import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Marks files of suspected spam before a lead owns them. */
export const fileQuotas: Migration = {
  async up(database: Kysely<unknown>) {
    await sql`alter table lead_files add column suspect boolean not null default false`.execute(database);
  },
};
