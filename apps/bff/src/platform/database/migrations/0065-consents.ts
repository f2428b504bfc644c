import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Which notice was in force for leads and orders; consent to marketing, its proof and its end. */
async function up(database: Kysely<unknown>): Promise<void> {
  // Additive: replicas of the version before leave the columns empty.
  await sql`alter table leads add column notice_version text`.execute(database);
  await sql`alter table orders add column notice_version text`.execute(database);
  await sql`
    create table consents (
      id uuid primary key default gen_random_uuid(),
      address_key text not null,
      channel text not null check (channel in ('email', 'whatsapp', 'phone')),
      text_version text not null,
      form text not null,
      lead_id uuid references leads (id) on delete cascade,
      order_id uuid references orders (id) on delete cascade,
      given_at timestamptz not null default now(),
      withdrawn_at timestamptz
    )`.execute(database);
  await sql`create index consents_of_address on consents (address_key)`.execute(database);
  await sql`create index consents_of_lead on consents (lead_id) where lead_id is not null`.execute(database);
  await sql`create index consents_of_order on consents (order_id) where order_id is not null`.execute(
    database,
  );
  await sql`
    create table unsubscribe_links (
      token text primary key,
      address_key text not null unique,
      email text not null,
      created_at timestamptz not null default now()
    )`.execute(database);
  await sql`
    create table opt_outs (
      address_key text primary key,
      id uuid not null unique,
      email text not null,
      asked_at timestamptz not null,
      crm_state text not null check (crm_state in ('pending', 'told')),
      crm_due_at timestamptz,
      last_error text
    )`.execute(database);
  await sql`create index opt_outs_pending on opt_outs (crm_due_at) where crm_state = 'pending'`.execute(
    database,
  );
}

export const consents: Migration = { up };
