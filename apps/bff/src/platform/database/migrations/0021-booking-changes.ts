import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Changes of bookings that the upstream is told of. A replica of the former version makes none, and needs none. */
async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table booking_changes (
      id uuid primary key,
      number bigint generated always as identity,
      order_id uuid not null references orders (id),
      seats integer check (seats >= 0),
      course_schedule_id bigint,
      attendees jsonb,
      attendees_version integer,
      state text not null check (state in ('due', 'told', 'refused', 'dropped')),
      attempts integer not null default 0,
      busy_until timestamptz,
      reason text,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(database);
  await sql`create index booking_changes_of_order on booking_changes (order_id, number)`.execute(database);
  await sql`create index booking_changes_due on booking_changes (updated_at) where state = 'due'`.execute(
    database,
  );
  await sql`
    create index orders_with_untold_seats on orders (updated_at)
      where cancelled_seats > told_seats`.execute(database);
  await sql`
    create index orders_with_untold_attendees on orders (updated_at)
      where attendees_version > attendees_told`.execute(database);
}

export const bookingChanges: Migration = { up };
