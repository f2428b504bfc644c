import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Documents of tax law. What has to be issued is a request, committed with the order; what is issued has a number from a
 * counter row. A sequence would leave a gap with each transaction that is rolled back. The database itself refuses to
 * change or delete what is issued.
 */
async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table document_requests (
      id uuid primary key,
      order_id uuid not null,
      kind text not null check (kind in ('invoice', 'correction')),
      order_version integer not null,
      supply jsonb not null,
      credited_paise bigint check (credited_paise > 0),
      issue_from timestamptz,
      is_settled boolean not null default false,
      created_at timestamptz not null,
      unique (order_id, kind, order_version),
      check ((kind = 'correction') = (credited_paise is not null))
    )`.execute(database);
  await sql`create index document_requests_open on document_requests (issue_from) where not is_settled`.execute(
    database,
  );
  await sql`
    create table invoice_counters (
      series text not null,
      financial_year text not null,
      last_number integer not null,
      last_issued_at timestamptz not null,
      primary key (series, financial_year)
    )`.execute(database);
  await sql`
    create table invoices (
      number text primary key check (number ~ '^[A-Z1-9][A-Z0-9/]{0,15}$'),
      request_id uuid not null references document_requests (id),
      order_id uuid not null,
      kind text not null check (kind in ('invoice', 'credit_note', 'receipt_voucher', 'refund_voucher')),
      series text not null,
      financial_year text not null,
      serial integer not null check (serial > 0),
      reference text references invoices (number),
      issued_at timestamptz not null,
      issued_on date not null,
      registered boolean not null,
      place_of_supply text not null,
      place_assumed boolean not null,
      taxable_paise bigint not null,
      cgst_paise bigint not null,
      sgst_paise bigint not null,
      utgst_paise bigint not null,
      igst_paise bigint not null,
      round_off_paise bigint not null,
      total_paise bigint not null check (total_paise > 0),
      e_invoice jsonb not null,
      details jsonb not null,
      irn text,
      ack_no text,
      ack_on text,
      signed_qr text,
      unique (request_id, kind),
      unique (series, financial_year, serial),
      check (taxable_paise + cgst_paise + sgst_paise + utgst_paise + igst_paise + round_off_paise = total_paise)
    )`.execute(database);
  await sql`create index invoices_of_order on invoices (order_id)`.execute(database);
  await sql`create index invoices_by_day on invoices (issued_on)`.execute(database);
  await sql`
    create table invoice_files (
      number text primary key references invoices (number),
      body bytea not null,
      sha256 text not null,
      created_at timestamptz not null
    )`.execute(database);
  await sql`
    create function refuse_change_of_issued() returns trigger language plpgsql as $$
    declare
      registration constant text[] := array['irn', 'ack_no', 'ack_on', 'signed_qr'];
    begin
      -- The number of the registration portal comes later, and once.
      if tg_op = 'UPDATE' and tg_table_name = 'invoices' then
        if to_jsonb(old) ->> 'irn' is null
          and to_jsonb(new) - registration = to_jsonb(old) - registration then
          return new;
        end if;
      end if;
      raise exception 'what is issued is neither changed nor deleted' using errcode = 'restrict_violation';
    end $$`.execute(database);
  for (const table of ['invoices', 'invoice_files'] as const) {
    await sql`
      create trigger issued_stays before update or delete on ${sql.table(table)}
        for each row execute function refuse_change_of_issued()`.execute(database);
    await sql`
      create trigger issued_stays_whole before truncate on ${sql.table(table)}
        for each statement execute function refuse_change_of_issued()`.execute(database);
  }
}

export const invoices: Migration = { up };
