import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What people ask about their data, each by a link to their own address. */
async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table data_requests (
      id uuid primary key,
      kind text not null check (kind in ('access', 'erasure')),
      token_hash text not null unique,
      email text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      confirmed_at timestamptz,
      due_at timestamptz,
      closed_at timestamptz,
      outcome text check (outcome in ('erased', 'refused')),
      note text
    )`.execute(database);
  await sql`
    create index data_requests_open on data_requests (due_at)
    where confirmed_at is not null and closed_at is null`.execute(database);
}

export const dataRequests: Migration = { up };
