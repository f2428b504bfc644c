import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Submission ids of the last days, small enough to stay in memory: they are random keys. */
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
  },
};
