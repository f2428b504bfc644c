/** Figures of the queue of erasure requests, for metrics. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

export interface DataRequestFigures {
  /** Requests that are confirmed and not closed. */
  open: number;
  /** Open requests that are due within a week, or overdue. */
  dueSoon: number;
  /** Open requests past the legal deadline. */
  overdue: number;
}

export async function countDataRequests(database: Kysely<Database>): Promise<DataRequestFigures> {
  const { rows } = await sql<DataRequestFigures>`
    select count(*)::integer as open,
      count(*) filter (where due_at < now() + interval '7 days')::integer as "dueSoon",
      count(*) filter (where due_at < now())::integer as overdue
    from data_requests where confirmed_at is not null and closed_at is null`.execute(database);
  return rows[0] ?? { open: 0, dueSoon: 0, overdue: 0 };
}
