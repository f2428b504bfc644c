import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The outbox of mails. A replica of the former version makes none. */
async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table mails (
      id uuid primary key,
      cause text not null unique,
      kind text not null,
      order_id uuid,
      lead_id uuid,
      recipient text not null,
      facts jsonb not null,
      data jsonb,
      state text not null check (state in ('due', 'sent', 'refused', 'dropped', 'bounced')),
      reason text,
      attempts integer not null default 0,
      next_try_at timestamptz not null,
      busy_until timestamptz,
      due_since timestamptz not null,
      expires_at timestamptz,
      message_id text,
      copy integer not null default 0,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      sent_at timestamptz,
      erased_at timestamptz
    )`.execute(database);
  await sql`create index mails_due on mails (next_try_at) where state = 'due'`.execute(database);
  await sql`create index mails_dead on mails (updated_at) where state in ('refused', 'bounced')`.execute(
    database,
  );
  await sql`create index mails_of_order on mails (order_id) where order_id is not null`.execute(database);
  await sql`create index mails_of_lead on mails (lead_id) where lead_id is not null`.execute(database);
  await sql`create index mails_to_erase on mails (created_at) where erased_at is null`.execute(database);
  await sql`
    create table mail_daily_counts (
      address_key text not null,
      day date not null,
      mails integer not null,
      primary key (day, address_key)
    )`.execute(database);
  await sql`
    create table mail_minutes (minute timestamptz primary key, mails integer not null)`.execute(database);
  await sql`
    create table mail_suppressions (
      address_key text primary key,
      shown text not null,
      source text not null check (source in ('smtp', 'bounce', 'complaint')),
      reason text,
      created_at timestamptz not null
    )`.execute(database);
  await sql`
    create table mail_bounces (event_id text primary key, received_at timestamptz not null)`.execute(
    database,
  );
  // Reminders look for booked orders by the first day of their batch.
  await sql`
    create index orders_booked_by_start on orders ((batch ->> 'start_date')) where booking = 'booked'`.execute(
    database,
  );
}

export const mails: Migration = { up };
