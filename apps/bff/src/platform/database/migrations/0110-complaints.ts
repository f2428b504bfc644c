import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What people complain about, with the two days that the law sets: acknowledged, and redressed. */
async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table complaints (
      id uuid primary key,
      number integer generated always as identity unique,
      channel text not null check (channel in ('mail', 'phone', 'letter', 'other')),
      name text not null,
      email text not null,
      phone text not null,
      order_id uuid references orders (id),
      matter text not null,
      received_at timestamptz not null,
      recorded_at timestamptz not null,
      acknowledge_by timestamptz not null,
      redress_by timestamptz not null,
      acknowledged_at timestamptz,
      closed_at timestamptz,
      outcome text check (outcome in ('redressed', 'rejected', 'withdrawn')),
      answer text,
      erased_at timestamptz
    )`.execute(database);
  await sql`create index complaints_open on complaints (redress_by) where closed_at is null`.execute(
    database,
  );
  await sql`create index complaints_of_address on complaints (email) where email <> ''`.execute(database);
  await sql`create index complaints_of_order on complaints (order_id) where order_id is not null`.execute(
    database,
  );
}

export const complaints: Migration = { up };
