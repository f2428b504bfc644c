/**
 * Secures seats for a payment that arrives after the hold of its seats has ended, because they may have been
 * sold meanwhile.
 */

import { databaseNow, readClock } from '../../platform/database/clock.ts';
import { transact } from '../../platform/database/transact.ts';
import { isRemoteError } from '../../platform/remote/remote-error.ts';
import { requestFirstInvoice } from '../orders/effects/order-documents.ts';
import { factsOf, type Order } from '../orders/order.ts';
import { bookingIsDue } from '../orders/state/order-facts.ts';
import { lockOrder } from '../orders/store/order-queries.ts';
import { applyEvent } from '../orders/store/order-store.ts';
import { requestRefund } from '../payments/refunds.ts';
import { readSeats } from '../pricing/offer.ts';
import { checkSeats } from '../seats/check-seats.ts';
import { ScheduleError } from '../seats/schedule-pages.ts';
import { takenSeats } from '../seats/taken-seats.ts';
import { ownOfferedSeats } from '../waitlist/offered-seats.ts';
import type { BookingServices } from './booking-services.ts';

export const seatsGone =
  'The payment came in after its seats were no longer held, and the batch has none left';

/**
 * `secured`: the seats are held for this order now, or it needs no hold; `gone`: the order is not booked, and
 * its refund is requested or an operator is asked; `unknown`: the upstream did not answer, so the caller
 * retries.
 */
export type Secured = 'secured' | 'gone' | 'unknown';

async function secure(deps: BookingServices, order: Order): Promise<Secured> {
  const { course_id: courseId, course_schedule_id: batchId } = order.batch;
  const readAt = await readClock(deps.database);
  const seats = await readSeats(deps.upstream, { courseId, batchId });
  return transact(deps.database, async (transaction) => {
    const current = await lockOrder(transaction, 'id', order.id);
    if (!current || !needsSeats(current)) return 'secured';
    const checked = await checkSeats(
      transaction,
      takenSeats,
      { batchId, seats, readAt },
      current.price.seats,
      () => ownOfferedSeats(transaction, batchId, { orderId: order.id }),
    );
    if (checked.kind === 'short') {
      const event = { kind: 'seats_gone', policy: deps.settings.latePayment } as const;
      const reported = { source: 'worker', note: seatsGone } as const;
      const order = await applyEvent(transaction, deps.jobs, current, { event, ...reported });
      if (order.paymentId !== null)
        await requestRefund(transaction, deps.jobs, order, { paymentId: order.paymentId, ...reported });
      return 'gone';
    }
    await transaction
      .updateTable('orders')
      .set({ seat_hold: 'held', updated_at: databaseNow })
      .where('id', '=', order.id)
      .execute();
    await requestFirstInvoice(transaction, deps.jobs, current);
    return 'secured';
  });
}

/**
 * @returns true if the order is due to be booked after its hold was released; false if an operator decided to
 * book it anyway
 */
export function needsSeats(order: Order): boolean {
  return order.seatHold === 'released' && order.booking === 'due' && bookingIsDue(factsOf(order));
}

/**
 * Secures seats for an order that is to be booked. If too few seats are left, drops the booking or asks an
 * operator.
 */
export async function secureSeats(deps: BookingServices, order: Order): Promise<Secured> {
  if (!needsSeats(order)) return 'secured';
  try {
    const secured = await secure(deps, order);
    if (secured === 'gone') deps.log.error({ orderId: order.id }, 'paid too late: no seats are left');
    return secured;
  } catch (error) {
    if (!(isRemoteError(error, 'upstream') || error instanceof ScheduleError)) throw error;
    deps.log.warn({ orderId: order.id, code: error.code }, 'seats of a late payment could not be read');
    return 'unknown';
  }
}
