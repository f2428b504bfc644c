/**
 * The lease of an order's booking call. It allows one call at a time, and detects a call whose process died.
 */

import type { Kysely, Transaction } from 'kysely';
import { databaseNow, fromNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { factsOf, type Order } from '../orders/order.ts';
import { bookingIsDue } from '../orders/state/order-facts.ts';
import { lockOrder } from '../orders/store/order-queries.ts';
import { applyEvent, type OrderWriter } from '../orders/store/order-store.ts';
import { requestRefund } from '../payments/refunds.ts';
import type { BookingSettings } from './booking-services.ts';
import { reportedByBooking } from './report-attendees.ts';
import { upstreamBooking } from './upstream-booking.ts';

export const unclear =
  'The upstream may have made this booking: its answer was lost, and it cannot be asked again safely';

/**
 * @param until end of the lease; null if the result of the call is stored, or if the call surely made no
 * booking
 */
async function endLease(
  transaction: Transaction<Database>,
  orderId: string,
  until: typeof databaseNow | null = null,
): Promise<void> {
  await transaction
    .updateTable('orders')
    .set({ booking_claimed_until: until })
    .where('id', '=', orderId)
    .execute();
}

/**
 * Abandons a call without a stored result. The upstream may have made the booking, and the call is not
 * repeated.
 */
async function abandonCall(
  jobs: Pick<Jobs, 'enqueue'>,
  transaction: Transaction<Database>,
  order: Order,
): Promise<void> {
  await endLease(transaction, order.id);
  const event = { kind: 'booking_stuck', mayExistUpstream: true } as const;
  await applyEvent(transaction, jobs, order, { event, source: 'worker', note: unclear });
}

export type LeasedOrder = Order & {
  /** The request body. */
  body: Record<string, unknown>;
};

/** The upstream compares bodies under one idempotency key, so the body of the first attempt is reused. */
function frozenBooking({ upstreamExtraFields }: BookingSettings, order: Order) {
  if (order.bookingBody !== null) return { booking_body: order.bookingBody };
  if (order.paymentId === null) throw new Error(`order ${order.id} is to be booked without a payment`);
  const booking = upstreamBooking(order, order.paymentId, upstreamExtraFields);
  return { booking_body: JSON.stringify(booking), ...reportedByBooking(order, booking) };
}

/**
 * Acquires the lease if the order is to be booked. Abandons an earlier call without a result if it must not
 * be repeated.
 */
export function acquireLease(
  deps: OrderWriter & { settings: BookingSettings },
  orderId: string,
): Promise<LeasedOrder | 'busy' | 'nothing_to_book'> {
  const { upstreamIdempotent, bookingTimeoutMs } = deps.settings;
  return transact(deps.database, async (transaction) => {
    const order = await lockOrder(transaction, 'id', orderId);
    if (!order) return 'nothing_to_book';
    const isDue = bookingIsDue(factsOf(order));
    if (order.bookingLease === 'held') return isDue ? 'busy' : 'nothing_to_book';
    if (order.bookingLease === 'expired' && !(isDue && upstreamIdempotent)) {
      await abandonCall(deps.jobs, transaction, order);
      return 'nothing_to_book';
    }
    if (!isDue) return 'nothing_to_book';
    const frozen = frozenBooking(deps.settings, order);
    await transaction
      .updateTable('orders')
      .set({
        // Twice the call's timeout, which leaves time to store its result.
        booking_claimed_until: fromNow(2 * bookingTimeoutMs),
        booking_attempts: order.bookingAttempts + 1,
        ...frozen,
      })
      .where('id', '=', orderId)
      .execute();
    return { ...order, body: JSON.parse(frozen.booking_body) };
  });
}

/**
 * Stores the result of the call and ends the lease, in one commit. If the batch is gone, also requests the
 * refund.
 */
export async function finishCall(
  deps: OrderWriter,
  orderId: string,
  result:
    | { kind: 'booking_confirmed' }
    | { kind: 'batch_gone'; note: string }
    | { kind: 'booking_stuck'; mayExistUpstream: boolean; note: string },
): Promise<void> {
  await transact(deps.database, async (transaction) => {
    const order = await lockOrder(transaction, 'id', orderId);
    if (!order) return;
    await endLease(transaction, orderId);
    const source = 'worker';
    if (result.kind === 'booking_confirmed') {
      await applyEvent(transaction, deps.jobs, order, { event: { kind: result.kind }, source });
      return;
    }
    const { note, ...event } = result;
    const changed = await applyEvent(transaction, deps.jobs, order, { event, note, source });
    if (event.kind === 'batch_gone' && changed.paymentId !== null)
      await requestRefund(transaction, deps.jobs, changed, { paymentId: changed.paymentId, note, source });
  });
}

/**
 * Returns the lease of a call that can be repeated. If this call or an earlier one may have succeeded, the
 * lease is kept as expired, so that a refund before the next call opens a case.
 *
 * @param order the order as it was when its lease was acquired
 * @returns false if the lease was not returned: the order is no longer to be booked, and the call may have
 * succeeded
 */
export function releaseLease(
  database: Kysely<Database>,
  { id, bookingLease }: Pick<Order, 'id' | 'bookingLease'>,
  { mayExistUpstream }: { mayExistUpstream: boolean },
): Promise<boolean> {
  const isUnclear = mayExistUpstream || bookingLease === 'expired';
  return transact(database, async (transaction) => {
    const order = await lockOrder(transaction, 'id', id);
    if (order && isUnclear && !bookingIsDue(factsOf(order))) return false;
    await endLease(transaction, id, isUnclear ? databaseNow : null);
    return true;
  });
}
