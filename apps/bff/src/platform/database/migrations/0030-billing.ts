import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Who the invoice of an order is for, and where it is supplied. Replicas of the former version leave all of it empty. */
async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders
      add column place_of_supply text,
      add column place_assumed boolean not null default false,
      add column company jsonb`.execute(database);
}

export const billing: Migration = { up };
