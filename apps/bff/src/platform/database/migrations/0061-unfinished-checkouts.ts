import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Mails about orders that nobody paid, and what became of them. */
async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table unfinished_checkouts (
      order_id uuid primary key references orders (id),
      email_key text not null,
      course_id bigint not null,
      token text not null unique,
      mails integer not null,
      noted_at timestamptz not null,
      opened_at timestamptz,
      resumed_order_id uuid
    )`.execute(database);
  // Two mails at most about a course, however often somebody begins anew.
  await sql`
    create unique index unfinished_checkouts_of_buyer on unfinished_checkouts (email_key, course_id)`.execute(
    database,
  );
}

export const unfinishedCheckouts: Migration = { up };
