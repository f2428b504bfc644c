import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Refunds, disputes and cases. Everything is new or has a default, so replicas of the previous version keep
 * working.
 */
async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders
      add column booking_overdue boolean not null default false,
      add column cancelled_seats integer not null default 0,
      add column told_seats integer not null default 0,
      add column return_undecided boolean not null default false`.execute(database);
  await sql`
    alter table order_payments
      add column due_paise bigint,
      add column transferred_paise bigint not null default 0,
      add column uncaptured boolean not null default false,
      add column refunds_checked_at timestamptz`.execute(database);
  await sql`
    create table refunds (
      id uuid primary key,
      order_id uuid not null references orders (id),
      payment_id text not null references order_payments (payment_id),
      razorpay_refund_id text unique,
      amount_paise bigint not null check (amount_paise > 0),
      state text not null check (state in ('requested', 'pending', 'processed', 'failed')),
      source text not null check (source in ('operator', 'dashboard', 'automatic')),
      seats integer,
      note text,
      reason text,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(database);
  await sql`create index refunds_of_order on refunds (order_id)`.execute(database);
  await sql`create index refunds_open on refunds (updated_at) where state in ('requested', 'pending')`.execute(
    database,
  );
  await sql`
    create table disputes (
      id text primary key,
      order_id uuid not null references orders (id),
      payment_id text not null references order_payments (payment_id),
      state text not null check (state in ('open', 'waiting', 'over')),
      status text not null,
      phase text,
      amount_paise bigint not null,
      lost_paise bigint not null,
      respond_by timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(database);
  await sql`create index disputes_of_order on disputes (order_id)`.execute(database);
  await sql`
    create table cases (
      id bigint generated always as identity primary key,
      order_id uuid references orders (id),
      kind text not null,
      subject text not null,
      reason text,
      opened_at timestamptz not null,
      closed_at timestamptz,
      note text
    )`.execute(database);
  await sql`
    create unique index one_open_case on cases (coalesce(order_id::text, ''), kind, subject)
      where closed_at is null`.execute(database);
  await sql`create index cases_of_order on cases (order_id)`.execute(database);
  await sql`create index cases_of_subject on cases (subject) where subject <> ''`.execute(database);
  await sql`create index orders_by_email on orders (lower(email)) where email <> ''`.execute(database);
}

export const refundsAndDisputes: Migration = { up };
