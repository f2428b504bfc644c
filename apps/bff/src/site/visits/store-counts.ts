import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Counted } from './visit-counter.ts';

/** Adds counts to the stored ones, with one statement per table. */
export async function storeCounts(database: Kysely<Database>, { visits, vitals }: Counted): Promise<void> {
  if (visits.length > 0)
    await sql`
      insert into visit_counts (day, step, route, course, source, campaign, visits)
      select * from jsonb_to_recordset(${JSON.stringify(visits)}::jsonb) as given (
        day date, step text, route text, course text, source text, campaign text, visits bigint)
      on conflict (day, step, course, source, campaign, route)
      do update set visits = visit_counts.visits + excluded.visits`.execute(database);
  if (vitals.length > 0)
    await sql`
      insert into vital_counts (day, route, vital, up_to, visits)
      select * from jsonb_to_recordset(${JSON.stringify(vitals)}::jsonb) as given (
        day date, route text, vital text, up_to integer, visits bigint)
      on conflict (day, vital, route, up_to)
      do update set visits = vital_counts.visits + excluded.visits`.execute(database);
}
