import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Leads, their history and files, and the shared CRM session. */
export const leads: Migration = {
  async up(database: Kysely<unknown>) {
    await sql`
      create table leads (
        id uuid primary key,
        door text not null check (door in ('form', 'crm')),
        form text not null,
        submission_id uuid,
        body_hash text not null,
        email text not null,
        "values" jsonb not null,
        attribution jsonb,
        page_url text not null,
        forward_state text not null check (forward_state in
          ('received', 'saved', 'refused', 'refused_late', 'quarantined', 'not_needed', 'withdrawn')),
        forward_attempts integer not null default 0,
        forward_due_at timestamptz,
        forward_busy_until timestamptz,
        crm_state text not null check (crm_state in
          ('waiting', 'pending', 'delivered', 'dead', 'none', 'withdrawn')),
        crm_attempts integer not null default 0,
        crm_first_failed_at timestamptz,
        crm_due_at timestamptz,
        crm_id text,
        answer jsonb,
        last_error text,
        received_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        delivered_at timestamptz,
        erased_at timestamptz
      )`.execute(database);
    // The least id of a moment: UUIDv7 begins with 48 bits of milliseconds.
    await sql`
      create function lead_id_at(moment timestamptz) returns uuid language sql immutable as $$
        select (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
      $$`.execute(database);
    // For the limit per form and e-mail, duplicate detection in the Zoho routes, and erasure.
    await sql`create index leads_email on leads (email, form, received_at)`.execute(database);
    await sql`create index leads_received_at on leads (received_at)`.execute(database);
    // Partial index for the sweeper: unfinished leads are few.
    await sql`
      create index leads_forward_due on leads (forward_due_at) where forward_state = 'received'`.execute(
      database,
    );
    await sql`create index leads_crm_due on leads (crm_due_at) where crm_state = 'pending'`.execute(database);
    await sql`
      create index leads_attention on leads (received_at)
      where forward_state in ('quarantined', 'refused_late') or crm_state = 'dead'`.execute(database);
    await sql`
      create index leads_kept on leads (delivered_at, received_at) where erased_at is null`.execute(database);

    await sql`
      create table lead_events (
        id bigint generated always as identity primary key,
        lead_id uuid not null references leads (id) on delete cascade,
        kind text not null,
        detail text,
        at timestamptz not null default now()
      )`.execute(database);
    await sql`create index lead_events_lead on lead_events (lead_id, id)`.execute(database);

    await sql`
      create table lead_files (
        id uuid primary key,
        lead_id uuid unique references leads (id) on delete cascade,
        name text not null,
        type text not null,
        size integer not null default 0,
        created_at timestamptz not null default now()
      )`.execute(database);
    await sql`
      create table lead_file_chunks (
        file_id uuid not null references lead_files (id) on delete cascade,
        number integer not null,
        bytes bytea not null,
        primary key (file_id, number)
      )`.execute(database);
    // Files are already compressed; compressing again costs only time.
    await sql`alter table lead_file_chunks alter column bytes set storage external`.execute(database);

    await sql`
      create table crm_session (
        id integer primary key check (id = 1),
        access_token text,
        api_domain text,
        expires_at timestamptz,
        credentials text,
        paused_until timestamptz
      )`.execute(database);
    await sql`insert into crm_session (id) values (1)`.execute(database);
  },
};
