import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Who waits for seats of a batch, and what was offered. The person is in the lead alone. */
async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table waitlist_entries (
      lead_id uuid primary key references leads (id),
      course_id bigint not null,
      batch_id bigint not null,
      seats integer not null check (seats > 0),
      state text not null
        check (state in ('waiting', 'offered', 'taken', 'declined', 'lapsed', 'closed')),
      joined_at timestamptz not null,
      passed_over_at timestamptz,
      passed_over_seats integer,
      token text unique,
      batch jsonb,
      offered_at timestamptz,
      offer_ends_at timestamptz,
      order_id uuid references orders (id),
      note text,
      updated_at timestamptz not null,
      check (state in ('waiting', 'closed') or (token is not null and offer_ends_at is not null))
    )`.execute(database);
  await sql`
    create index waitlist_waiting on waitlist_entries (batch_id, joined_at)
      where state = 'waiting'`.execute(database);
  await sql`
    create index waitlist_offered on waitlist_entries (batch_id)
      where state = 'offered'`.execute(database);
  await sql`create index waitlist_orders on waitlist_entries (order_id)`.execute(database);
}

export const waitlist: Migration = { up };
