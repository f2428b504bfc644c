/** Sends the booking of a paid order to the upstream: one call at a time, repeated only if that is safe. */

import { type Envelope, success } from '@meridian/contracts/envelope';
import type { WorkResult } from '../../platform/jobs/jobs.ts';
import { continued } from '../../platform/observability/spans.ts';
import { isRemoteError, type RemoteError } from '../../platform/remote/remote-error.ts';
import type { Order } from '../orders/order.ts';
import { isBatchCalledOff } from '../orders/store/batch-plans.ts';
import { isBatchGone } from './batch-gone.ts';
import { acquireLease, finishCall, releaseLease, unclear } from './booking-lease.ts';
import type { BookingServices } from './booking-services.ts';
import { secureSeats } from './secure-seats.ts';

const calledOff = 'The batch was called off before it was booked';
const batchIdOf = ({ batch }: Order) => batch.course_schedule_id;

async function failed(deps: BookingServices, order: Order, error: RemoteError): Promise<WorkResult> {
  const safeToRepeat = error.outcome === 'not_done' || deps.settings.upstreamIdempotent;
  const logged = { reqId: order.requestId ?? undefined, orderId: order.id };
  deps.log.warn(
    { ...logged, code: error.code, outcome: error.outcome },
    'the upstream did not answer a booking',
  );
  const mayExistUpstream = error.outcome === 'unknown';
  const note = mayExistUpstream ? unclear : `The upstream cannot take this booking: ${error.message}`;
  if (safeToRepeat && error.retry && (await releaseLease(deps.database, order, { mayExistUpstream })))
    return 'retry';
  await finishCall(deps, order.id, { kind: 'booking_stuck', mayExistUpstream, note });
  return 'done';
}

/**
 * Books an order that is paid and not booked yet. Idempotent and safe to run concurrently: only one call is
 * in progress at a time.
 *
 * @returns `retry` if it has to be called again later
 */
export async function bookOrder(deps: BookingServices, orderId: string): Promise<WorkResult> {
  const order = await acquireLease(deps, orderId);
  if (order === 'nothing_to_book') return 'done';
  if (order === 'busy') return 'retry';
  const mayBeSent = order.bookingLease === 'expired';
  if (order.booking === 'due' && !mayBeSent && (await isBatchCalledOff(deps.database, batchIdOf(order)))) {
    await finishCall(deps, orderId, { kind: 'batch_gone', note: calledOff });
    return 'done';
  }
  const secured = await secureSeats(deps, order);
  if (secured !== 'secured') {
    await releaseLease(deps.database, order, { mayExistUpstream: false });
    return secured === 'unknown' ? 'retry' : 'done';
  }
  const logged = { reqId: order.requestId ?? undefined, orderId };
  let answer: Envelope;
  try {
    const options = { idempotencyKey: order.id, timeoutMs: deps.settings.bookingTimeoutMs };
    answer = await continued([order.requestId], 'book order', () =>
      deps.upstream.submit('booking', order.body, options),
    );
  } catch (error) {
    if (isRemoteError(error, 'upstream')) return failed(deps, order, error);
    throw error;
  }
  if (answer.status === success) {
    await finishCall(deps, orderId, { kind: 'booking_confirmed' });
    deps.log.info(logged, 'booked');
    return 'done';
  }
  const note = `The upstream refused the booking: ${answer.message.slice(0, 500) || 'no reason given'}`;
  // An earlier call whose answer was lost may have made the booking before the batch vanished.
  const mayExistUpstream = order.bookingLease === 'expired';
  if (order.booking === 'due' && !mayExistUpstream && (await isBatchGone(deps, order.batch))) {
    await finishCall(deps, orderId, { kind: 'batch_gone', note });
    deps.log.warn(logged, 'the batch of a booking no longer exists: its payment is refunded');
    return 'done';
  }
  await finishCall(deps, orderId, { kind: 'booking_stuck', mayExistUpstream, note });
  deps.log.warn(logged, 'booking was refused and waits for the operator');
  return 'done';
}
