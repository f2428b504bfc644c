import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The address of a buyer who is not registered, and what buyers ask to have on their invoices instead. */
async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table orders add column billing_address jsonb`.execute(database);
  await sql`
    create table billing_corrections (
      order_id uuid primary key references orders (id) on delete cascade,
      billing jsonb not null,
      times integer not null default 1,
      asked_at timestamptz not null,
      settled_at timestamptz
    )`.execute(database);
}

export const billingCorrections: Migration = { up };
