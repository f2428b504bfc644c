import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Orders, their payments and history, and processed webhook events. */
async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table orders (
      id uuid primary key,
      razorpay_order_id text unique,
      state text not null check (state in
        ('created', 'attempted', 'paid', 'booked', 'needs_review', 'refund_due', 'refunded')),
      booking text not null check (booking in ('none', 'due', 'ordered', 'booked', 'review', 'dropped')),
      batch jsonb not null,
      seats integer not null check (seats > 0),
      unit_paise bigint not null check (unit_paise > 0),
      sub_total_paise bigint not null check (sub_total_paise = unit_paise * seats),
      gst_paise bigint not null check (gst_paise >= 0),
      total_paise bigint not null check (total_paise >= 100 and total_paise = sub_total_paise + gst_paise),
      first_name text not null,
      last_name text not null,
      email text not null,
      phone_number text not null,
      attribution jsonb,
      receipt_token text not null unique,
      payment_id text unique,
      review_reason text,
      booking_attempts integer not null default 0,
      booking_claimed_until timestamptz,
      next_check_at timestamptz,
      paid_at timestamptz,
      booked_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      version integer not null default 0,
      check (booking in ('none', 'dropped') or payment_id is not null)
    )`.execute(database);
  await sql`create index orders_by_state on orders (state, created_at)`.execute(database);
  await sql`create index orders_to_check on orders (next_check_at) where next_check_at is not null`.execute(
    database,
  );
  await sql`create index orders_to_book on orders (updated_at) where booking in ('due', 'ordered')`.execute(
    database,
  );
  await sql`
    create table order_payments (
      payment_id text primary key,
      order_id uuid not null references orders (id),
      role text not null check (role in ('tried', 'pays', 'stray')),
      refund text not null check (refund in ('none', 'due', 'done')),
      failed_refunds integer not null default 0,
      status text not null,
      amount_paise bigint not null,
      currency text not null,
      seen_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(database);
  await sql`create index order_payments_of_order on order_payments (order_id)`.execute(database);
  await sql`create unique index one_payment_pays on order_payments (order_id) where role = 'pays'`.execute(
    database,
  );
  await sql`create index order_payments_refund_due on order_payments (updated_at) where refund = 'due'`.execute(
    database,
  );
  await sql`
    create table order_events (
      id bigint generated always as identity primary key,
      order_id uuid not null references orders (id),
      at timestamptz not null,
      source text not null,
      event text not null,
      payment_id text,
      note text,
      state text not null
    )`.execute(database);
  await sql`create index order_events_of_order on order_events (order_id, id)`.execute(database);
  await sql`
    create table webhook_events (
      event_id text primary key,
      event text not null,
      received_at timestamptz not null
    )`.execute(database);
  await sql`create index webhook_events_by_age on webhook_events (received_at)`.execute(database);
}

export const checkout: Migration = { up };
