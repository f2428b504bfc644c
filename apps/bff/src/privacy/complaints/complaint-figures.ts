/** Figures of open complaints, for metrics. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

export interface ComplaintFigures {
  /** Complaints that are not closed. */
  open: number;
  /**
   * Open complaints that must be acknowledged within 12 hours or answered within 7 days, and overdue ones.
   */
  dueSoon: number;
  /** Open complaints past the deadline for the acknowledgement or the answer. */
  overdue: number;
}

export async function countComplaints(database: Kysely<Database>): Promise<ComplaintFigures> {
  const { rows } = await sql<ComplaintFigures>`
    select count(*)::integer as open,
      count(*) filter (where redress_by < now() + interval '7 days'
        or (acknowledged_at is null and acknowledge_by < now() + interval '12 hours'))::integer as "dueSoon",
      count(*) filter (where redress_by < now()
        or (acknowledged_at is null and acknowledge_by < now()))::integer as overdue
    from complaints where closed_at is null`.execute(database);
  return rows[0] ?? { open: 0, dueSoon: 0, overdue: 0 };
}
