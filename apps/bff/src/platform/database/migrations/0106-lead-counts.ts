import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Leads below an id by day of receipt (in India) and state, counted at night, so that neither metrics nor the console count
 * a year of settled leads: `leads/operator/lead-counts.ts`. Empty until the first night: then all are counted from `leads`.
 */
export const leadCounts: Migration = {
  async up(database: Kysely<unknown>) {
    await sql`
      create table lead_counts (
        day date not null,
        forward_state text not null,
        crm_state text not null,
        leads integer not null,
        below uuid not null,
        primary key (day, forward_state, crm_state)
      )`.execute(database);
  },
};
