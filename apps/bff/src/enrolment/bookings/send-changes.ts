/** Sends changes of bookings to the upstream: one call at a time, repeated under its idempotency key until answered. */

import { bookingChangeCall } from '@meridian/contracts/enrolment/booking-change';
import { type Envelope, success } from '@meridian/contracts/envelope';
import { ago, databaseNow } from '../../platform/database/clock.ts';
import { transact } from '../../platform/database/transact.ts';
import type { WorkResult } from '../../platform/jobs/jobs.ts';
import { isRemoteError } from '../../platform/remote/remote-error.ts';
import type { OrderWriter } from '../orders/store/order-store.ts';
import type { BookingServices } from './booking-services.ts';
import {
  acquireChange,
  type LeasedChange,
  releaseChange,
  storeAccepted,
  storeLeftToOperator,
} from './change-lease.ts';

/**
 * @returns the answer; `retry` if there was none and the call can be repeated; a refusal with status 0 if it
 * cannot
 */
async function send(deps: BookingServices, change: LeasedChange): Promise<Envelope | 'retry'> {
  const { id, orderId, body } = change;
  try {
    const options = { idempotencyKey: id, timeoutMs: deps.settings.bookingTimeoutMs };
    return await deps.upstream.submit(bookingChangeCall, { ...body }, options);
  } catch (error) {
    if (!isRemoteError(error, 'upstream')) throw error;
    deps.log.warn(
      { orderId, changeId: id, code: error.code },
      'the upstream did not answer a booking change',
    );
    if (error.retry) return 'retry';
    return { status: 0, message: error.message };
  }
}

/**
 * Sends all pending changes of an order. Idempotent, and safe to run concurrently: a call contains the
 * resulting state of the booking. If the upstream does not support changes, each change is left to an
 * operator.
 *
 * @returns `retry` if it has to be called again later
 */
export async function sendChanges(deps: BookingServices, orderId: string): Promise<WorkResult> {
  for (;;) {
    const change = await acquireChange(deps, orderId);
    if (change === 'nothing_to_send') return 'done';
    if (change === 'busy') return 'retry';
    if (!deps.settings.upstreamBookingChanges) {
      await storeLeftToOperator(deps, change, {
        state: 'by_hand',
        reason: 'The upstream does not support changes of bookings',
      });
      continue;
    }
    const answer = await send(deps, change);
    if (answer === 'retry') {
      await releaseChange(deps.database, change);
      return 'retry';
    }
    if (answer.status === success) {
      await storeAccepted(deps, change);
      deps.log.info({ orderId, changeId: change.id }, 'the upstream accepted a booking change');
      continue;
    }
    const reason = `The upstream refused the change: ${answer.message.slice(0, 500) || 'no reason given'}`;
    await storeLeftToOperator(deps, change, { state: 'refused', reason });
    deps.log.warn({ orderId, changeId: change.id }, 'booking change was refused and waits for the operator');
  }
}

const stuckMs = 2 * 60_000;
const maxResumed = 500;

/**
 * Enqueues orders with due changes that had no attempt for two minutes, for example because their job was
 * lost. Reads at most 500 changes.
 *
 * @param options.all true: also enqueues orders with changes that became due or had an attempt in these two
 * minutes
 * @returns the number of orders
 */
export async function resumeChanges(deps: OrderWriter, options: { all: boolean }): Promise<number> {
  const due = await deps.database
    .selectFrom('booking_changes')
    .select('order_id')
    .where('state', '=', 'due')
    .where('updated_at', '<=', ago(options.all ? 0 : stuckMs))
    .where((where) => where.or([where('busy_until', 'is', null), where('busy_until', '<', databaseNow)]))
    .orderBy('updated_at')
    .limit(maxResumed)
    .execute();
  const ids = [...new Set(due.map(({ order_id: id }) => id))];
  if (ids.length > 0)
    await transact(deps.database, (transaction) => deps.jobs.enqueue('change-booking', ids, { transaction }));
  return ids.length;
}
