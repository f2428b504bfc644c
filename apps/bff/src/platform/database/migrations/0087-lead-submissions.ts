import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Ids of a moment, as in `database/id-at.ts`. */
const since = (ago: string) => sql`
  (lpad(to_hex((extract(epoch from now() - ${sql.lit(ago)}::interval) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;

const copy = (ago: string) => sql`
  insert into lead_submissions (submission_id, lead_id, received_at)
  select submission_id, id, received_at from leads
  where id > ${since(ago)} and submission_id is not null
  on conflict do nothing`;

/**
 * Submission ids in a table of their own, small enough to stay in memory: they are random, and in an index of all leads
 * each was a read and a write of another page. The first half of the change: earlier versions, which know only the column
 * `leads.submission_id` and its index, still run; the index goes with `ops migrate --contract`.
 */
export const leadSubmissions: Migration = {
  async up(database: Kysely<unknown>) {
    await sql`
      create table lead_submissions (
        submission_id uuid primary key,
        lead_id uuid not null,
        received_at timestamptz not null default now()
      )`.execute(database);
    // Rows are written in order of time and deleted by it: a few bytes for each hundred pages.
    await sql`
      create index lead_submissions_received_at on lead_submissions using brin (received_at)`.execute(
      database,
    );
    // The long copy holds no lock of the leads; a second one takes what came meanwhile.
    await copy('7 days').execute(database);
    await sql`
      create function note_lead_submission() returns trigger language plpgsql
      security definer set search_path = public, pg_temp as $$
      begin
        insert into lead_submissions (submission_id, lead_id) values (new.submission_id, new.id)
        on conflict do nothing;
        return null;
      end $$`.execute(database);
    // For servers of earlier versions; this version notes an id before its lead. As its owner: the application's role gets
    // its rights on a new table after the migration.
    await sql`
      create trigger leads_note_submission after insert on leads
      for each row when (new.submission_id is not null) execute function note_lead_submission()`.execute(
      database,
    );
    await copy('1 hour').execute(database);
  },
};
