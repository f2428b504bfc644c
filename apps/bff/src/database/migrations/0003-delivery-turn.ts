import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Tells a lead that is on its way to the CRM from one that waits for its next try. */
export const deliveryTurn: Migration = {
  async up(database: Kysely<unknown>) {
    await sql`alter table leads add column crm_busy_until timestamptz`.execute(database);
  },
};
