import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Leads and paid amounts by hour of the last two months, counted at night, so that the console's Today does not read two
 * months of rows: `leads/operator/lead-counts.ts`, `checkout/order/paid-amounts.ts`. Each row names the bound of its
 * count; what is not below it is read from the rows themselves, so an empty or an old count is slow and never wrong.
 */
export const hourlySums: Migration = {
  async up(database: Kysely<unknown>) {
    await sql`
      create table lead_hours (
        hour timestamptz primary key,
        leads integer not null,
        below uuid not null
      )`.execute(database);
    await sql`
      create table paid_hours (
        hour timestamptz primary key,
        paid_paise bigint not null,
        below timestamptz not null
      )`.execute(database);
  },
};
