import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Sold batches: where the upstream says otherwise by now, how to join, and how often each sold out. */
async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table batch_changes (
      id bigint generated always as identity primary key,
      batch_id bigint not null,
      course_id bigint not null,
      kind text not null check (kind in ('changed', 'vanished')),
      batch jsonb,
      state text not null check (state in ('open', 'confirmed', 'dismissed', 'over')),
      note text,
      found_at timestamptz not null,
      settled_at timestamptz
    )`.execute(database);
  // One finding at a time: two replicas that compare at once cannot open it twice.
  await sql`create unique index batch_changes_open on batch_changes (batch_id) where state = 'open'`.execute(
    database,
  );
  await sql`create index batch_changes_of_batch on batch_changes (batch_id, id)`.execute(database);
  await sql`
    create table batch_joining (
      batch_id bigint primary key,
      joining text,
      version integer not null,
      told_version integer not null,
      updated_at timestamptz not null
    )`.execute(database);
  await sql`
    create table batch_sell_outs (
      batch_id bigint primary key,
      is_sold_out boolean not null,
      times integer not null,
      updated_at timestamptz not null
    )`.execute(database);
}

export const batches: Migration = { up };
