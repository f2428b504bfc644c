import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Links that change a booking once, and what payers ask an operator to do. */
async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table manage_links (
      token_hash text primary key,
      order_id uuid not null references orders (id),
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(database);
  await sql`create index manage_links_of_order on manage_links (order_id, created_at)`.execute(database);
  await sql`
    create table change_requests (
      id uuid primary key,
      order_id uuid not null references orders (id),
      change text not null check (change in ('attendees', 'cancel', 'move')),
      requested jsonb not null,
      created_at timestamptz not null
    )`.execute(database);
  await sql`create index change_requests_of_order on change_requests (order_id, created_at)`.execute(
    database,
  );
}

export const selfService: Migration = { up };
