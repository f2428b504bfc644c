import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Seats held by orders, and each batch's last count from the upstream. Replicas of the previous version
 * leave it empty: their orders count from payment on.
 */
async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders
      add column seat_hold text check (seat_hold in ('held', 'released')),
      add column held_until timestamptz,
      add column held_for_address text`.execute(database);
  await sql`
    create index orders_of_batch on orders (((batch ->> 'course_schedule_id')::bigint))
      where seat_hold is not null or booking <> 'none'`.execute(database);
  await sql`
    create index orders_holding on orders (held_until)
      where seat_hold = 'held' and payment_id is null`.execute(database);
  await sql`
    create index orders_holding_of_email on orders (lower(email))
      where seat_hold = 'held' and payment_id is null`.execute(database);
  await sql`
    create index orders_holding_of_address on orders (held_for_address)
      where seat_hold = 'held' and payment_id is null`.execute(database);
  await sql`
    create table seat_batches (
      batch_id bigint primary key,
      seats_total integer check (seats_total >= 0),
      seats_left integer check (seats_left >= 0),
      read_at timestamptz not null
    )`.execute(database);
}

export const seats: Migration = { up };
