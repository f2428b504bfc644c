import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import { type CallOffProgress, calledOffNote } from './call-off.ts';
import type { CallOffOutcome } from './close-sale.ts';

export type CalledOffCounts = Pick<CallOffProgress, 'done' | 'refunded' | 'unanswered'>;

/**
 * Counts the bookings of a batch that were called off so far, and their refunds. Includes the work of all
 * processes, because a job and an operation may work on the batch concurrently, and a crashed operation is
 * repeated.
 */
export async function countCalledOff(
  database: Kysely<Database>,
  { batchId, outcome }: { batchId: number; outcome: CallOffOutcome },
): Promise<CalledOffCounts> {
  const isCalledOff =
    outcome === 'refund'
      ? sql<boolean>`e.note = ${calledOffNote}`
      : sql<boolean>`e.event = 'batch_called_off' and e.at > coalesce(o.moved_at, '-infinity')`;
  const { rows } = await sql<CalledOffCounts>`
    select count(*)::integer as done,
      (count(*) filter (where r.state in ('pending', 'processed')))::integer as refunded,
      (count(*) filter (where r.state = 'requested'))::integer as unanswered
    from orders o left join lateral (
      select state from refunds where order_id = o.id and note = ${calledOffNote} order by created_at desc limit 1) r on true
    where (o.batch ->> 'course_schedule_id')::bigint = ${batchId}
      and exists (select from order_events e where e.order_id = o.id and ${isCalledOff})`.execute(database);
  return rows[0] ?? { done: 0, refunded: 0, unanswered: 0 };
}
