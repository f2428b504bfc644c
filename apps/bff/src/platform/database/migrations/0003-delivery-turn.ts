import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Distinguishes a lead being delivered from one waiting for a retry. */
export const deliveryTurn: Migration = {
  async up(database: Kysely<unknown>) {
    await sql`alter table leads add column crm_busy_until timestamptz`.execute(database);
  },
};
