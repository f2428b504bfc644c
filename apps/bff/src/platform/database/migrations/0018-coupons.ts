import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Coupons, their uses, and order discounts. Everything is new or has a default, so replicas of the previous
 * version keep writing orders without a discount.
 */
async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table coupons (
      id bigint generated always as identity primary key,
      code text not null unique check (code = upper(code)),
      label text not null,
      percent integer check (percent between 1 and 100),
      amount_paise bigint check (amount_paise > 0),
      courses integer[] not null default '{}',
      categories text[] not null default '{}',
      batches integer[] not null default '{}',
      starts_at timestamptz not null,
      ends_at timestamptz,
      max_uses integer check (max_uses > 0),
      max_uses_per_email integer check (max_uses_per_email > 0),
      least_seats integer not null default 1 check (least_seats > 0),
      by_itself boolean not null default false,
      closed_at timestamptz,
      created_at timestamptz not null,
      check (num_nonnulls(percent, amount_paise) = 1),
      check (ends_at > starts_at)
    )`.execute(database);
  await sql`
    create table coupon_uses (
      order_id uuid primary key references orders (id),
      coupon_id bigint not null references coupons (id),
      state text not null check (state in ('reserved', 'redeemed', 'released')),
      reserved_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(database);
  await sql`create index coupon_uses_counted on coupon_uses (coupon_id) where state <> 'released'`.execute(
    database,
  );
  await sql`
    alter table orders
      add column discount_paise bigint not null default 0
        check (discount_paise between 0 and sub_total_paise),
      add column coupon_code text,
      add column billing_state text,
      add column supplier_state text,
      add column booking_body text`.execute(database);
  // PostgreSQL names multi-column constraints itself, so it is found by definition.
  await sql`
    do $$
    declare former text;
    begin
      select conname into strict former from pg_constraint
        where conrelid = 'orders'::regclass and contype = 'c'
          and pg_get_constraintdef(oid) like '%(sub_total_paise + gst_paise)%';
      execute format('alter table orders drop constraint %I', former);
    end $$`.execute(database);
  // Existing rows satisfy it; validating them would hold the lock.
  await sql`
    alter table orders add constraint orders_total check
      (total_paise >= 100 and total_paise = sub_total_paise - discount_paise + gst_paise) not valid`.execute(
    database,
  );
}

export const coupons: Migration = { up };
