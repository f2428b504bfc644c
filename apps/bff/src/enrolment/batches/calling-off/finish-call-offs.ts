/**
 * Finishes calling off batches after a killed operation, an upstream that did not answer, or a payment in
 * progress.
 */
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { isRemoteError } from '../../../platform/remote/remote-error.ts';
import { hasSeats } from '../orders-of-batch.ts';
import { type CallOffDependencies, callOffOrders } from './call-off.ts';
import type { CallOffOutcome } from './close-sale.ts';
import { closeUpstream, type UpstreamClosing } from './close-upstream.ts';

export type FinishDependencies = CallOffDependencies &
  UpstreamClosing & { log: Pick<FastifyBaseLogger, 'info' | 'warn'> };

interface Unfinished {
  batch_id: string;
  outcome: CallOffOutcome;
  is_closed_upstream: boolean;
  has_bookings: boolean;
}

/**
 * Number of days after the calling off during which the upstream is asked to close the sale, even if no
 * bookings are left to process.
 */
const upstreamAskedForDays = 30;

export async function finishCallOffs(deps: FinishDependencies): Promise<void> {
  const { rows } = await sql<Unfinished>`
    select p.batch_id, p.outcome, p.closed_upstream_at is not null as is_closed_upstream, b.has_bookings
    from batch_plans p, lateral (
      select exists (
        select from orders
        where (batch ->> 'course_schedule_id')::bigint = p.batch_id
          and (seat_hold is not null or booking <> 'none') and ${hasSeats}
          and (p.outcome = 'refund' or booking = 'booked' and not exists (
            select from order_events e where e.order_id = orders.id and e.event = 'batch_called_off'
              and e.at > coalesce(orders.moved_at, '-infinity')))) as has_bookings) b
    where p.state = 'called_off' and (
      b.has_bookings
      or (p.closed_upstream_at is null and p.decided_at > now() - make_interval(days => ${upstreamAskedForDays})))
    order by p.batch_id`.execute(deps.database);
  for (const { batch_id: id, outcome, is_closed_upstream: isClosed, has_bookings: hasBookings } of rows) {
    const batchId = Number(id);
    if (!isClosed)
      await closeUpstream(deps, batchId).catch((error: unknown) => {
        if (!isRemoteError(error, 'upstream')) throw error;
        deps.log.warn({ batchId, code: error.code }, 'a batch could not be taken off sale in the upstream');
      });
    if (!hasBookings) continue;
    const { done, failures, missingPaise } = await callOffOrders(
      deps,
      { batchId, outcome },
      { retriesRefunds: false },
    );
    if (done > 0)
      deps.log.info(
        { batchId, outcome, done, failed: failures.length, missingPaise },
        'calling off the bookings of a batch was continued',
      );
  }
}
