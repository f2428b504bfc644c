import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Files of suspects are told from others already while no lead owns them. */
export const fileQuotas: Migration = {
  async up(database: Kysely<unknown>) {
    await sql`alter table lead_files add column suspect boolean not null default false`.execute(database);
  },
};
