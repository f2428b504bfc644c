/** Sends the booking of a paid order to the upstream: once at a time, and never blindly twice. */
import type { UpstreamBooking } from '@meridian/contracts/checkout/orders';
import { rupeesOf } from '@meridian/contracts/checkout/pricing';
import { type Envelope, success } from '@meridian/contracts/envelope';
import type { Transaction } from 'kysely';
import type { Database } from '../../database/database.ts';
import type { WorkResult } from '../../jobs/jobs.ts';
import { RazorpayError } from '../../payments/razorpay/errors.ts';
import { isRemoteError, type RemoteError } from '../../remote/remote-error.ts';
import { setAside } from '../cases/set-aside.ts';
import type { CheckoutDependencies } from '../dependencies.ts';
import { factsOf, type Order } from '../order/order.ts';
import { findOrder, lockOrder } from '../order/order-queries.ts';
import { bookingIsDue } from '../order/order-state.ts';
import { applyEvent } from '../order/order-store.ts';
import { takePayment } from '../reports/take-payment.ts';

const unclear =
  'The upstream may have made this booking: its answer was lost, and it cannot be asked again safely';

/** @returns the booking as the upstream gets it (specification, section 3); amounts in rupees */
export function upstreamBooking(order: Order, paymentId: string): UpstreamBooking {
  return {
    course_id: order.batch.course_id,
    course_schedule_id: order.batch.course_schedule_id,
    fee: rupeesOf(order.price.unitPaise),
    number_of_course: order.price.seats,
    gst_total: rupeesOf(order.price.gstPaise),
    sub_total: rupeesOf(order.price.subTotalPaise),
    total_fee: rupeesOf(order.price.totalPaise),
    transaction_id: paymentId,
    first_name: order.contact.firstName,
    last_name: order.contact.lastName,
    email: order.contact.email,
    phone_number: order.contact.phoneNumber,
  };
}

/**
 * Reserves the booking call for this caller. A claim that ran out without a result belongs to a process that died:
 * its call may have arrived.
 */
async function claim(
  deps: CheckoutDependencies,
  orderId: string,
): Promise<Order | 'busy' | 'nothing_to_book'> {
  return deps.database.transaction().execute(async (transaction) => {
    const order = await lockOrder(transaction, 'id', orderId);
    if (!order) return 'nothing_to_book';
    const now = deps.now();
    if (!bookingIsDue(factsOf(order))) {
      await forgetDeadCall(deps, transaction, order, now);
      return 'nothing_to_book';
    }
    if (order.bookingClaimedUntil && order.bookingClaimedUntil > now) return 'busy';
    if (order.bookingClaimedUntil && !deps.settings.upstreamIdempotent) {
      await setClaim(transaction, orderId, null);
      await applyEvent(transaction, deps.jobs, order, {
        event: { kind: 'booking_stuck', mayBeMade: true },
        source: 'worker',
        note: unclear,
      });
      return 'nothing_to_book';
    }
    // Twice the time of the call: there is room for its result to be written.
    const until = new Date(now.getTime() + 2 * deps.settings.bookingTimeoutMs);
    await transaction
      .updateTable('orders')
      .set({ booking_claimed_until: until, booking_attempts: order.bookingAttempts + 1 })
      .where('id', '=', orderId)
      .execute();
    return order;
  });
}

/** A call whose process died, for an order that is not to be booked any more: it may have been made all the same. */
async function forgetDeadCall(
  deps: CheckoutDependencies,
  transaction: Transaction<Database>,
  order: Order,
  now: Date,
): Promise<void> {
  if (!order.bookingClaimedUntil || order.bookingClaimedUntil > now) return;
  await setClaim(transaction, order.id, null);
  const event = { kind: 'booking_stuck', mayBeMade: true } as const;
  await applyEvent(transaction, deps.jobs, order, { event, source: 'worker', note: unclear });
}

async function setClaim(
  database: Pick<CheckoutDependencies['database'], 'updateTable'>,
  orderId: string,
  until: Date | null,
): Promise<void> {
  await database
    .updateTable('orders')
    .set({ booking_claimed_until: until })
    .where('id', '=', orderId)
    .execute();
}

/** Writes how the call ended and gives the claim back, in one commit. */
async function finish(
  deps: CheckoutDependencies,
  orderId: string,
  result: { kind: 'booking_confirmed' } | { kind: 'booking_stuck'; mayBeMade: boolean; note: string },
): Promise<void> {
  await deps.database.transaction().execute(async (transaction) => {
    const order = await lockOrder(transaction, 'id', orderId);
    if (!order) return;
    await setClaim(transaction, orderId, null);
    const { kind } = result;
    const change =
      kind === 'booking_confirmed'
        ? { event: { kind } }
        : { event: { kind, mayBeMade: result.mayBeMade }, note: result.note };
    await applyEvent(transaction, deps.jobs, order, { ...change, source: 'worker' });
  });
}

/** @returns false where the claim was kept: the order is not to be booked any more, and the call may have been done */
async function giveBack(deps: CheckoutDependencies, orderId: string, mayBeMade: boolean): Promise<boolean> {
  return deps.database.transaction().execute(async (transaction) => {
    const order = await lockOrder(transaction, 'id', orderId);
    if (order && mayBeMade && !bookingIsDue(factsOf(order))) return false;
    await setClaim(transaction, orderId, null);
    return true;
  });
}

async function failed(deps: CheckoutDependencies, order: Order, error: RemoteError): Promise<WorkResult> {
  const safeToRepeat = error.outcome === 'not_done' || deps.settings.upstreamIdempotent;
  const logged = { reqId: order.requestId ?? undefined, orderId: order.id };
  deps.log.warn({ ...logged, code: error.code, outcome: error.outcome }, 'booking was not answered');
  const mayBeMade = error.outcome === 'unknown';
  const note = mayBeMade ? unclear : `The upstream cannot take this booking: ${error.message}`;
  if (safeToRepeat && error.retry && (await giveBack(deps, order.id, mayBeMade))) return 'retry';
  await finish(deps, order.id, { kind: 'booking_stuck', mayBeMade, note });
  return 'done';
}

/**
 * Books an order that is paid and not booked yet. May be called any number of times and from many places at once:
 * one call is under way at a time.
 *
 * @returns `retry` where it has to be called again later
 */
export async function bookOrder(deps: CheckoutDependencies, orderId: string): Promise<WorkResult> {
  const order = await claim(deps, orderId);
  if (order === 'nothing_to_book') return 'done';
  if (order === 'busy') return 'retry';
  if (order.paymentId === null) throw new Error(`order ${orderId} is to be booked without a payment`);
  const logged = { reqId: order.requestId ?? undefined, orderId };
  let answer: Envelope;
  try {
    const body = { ...upstreamBooking(order, order.paymentId) };
    const options = { idempotencyKey: order.id, timeoutMs: deps.settings.bookingTimeoutMs };
    answer = await deps.upstream.submit('booking', body, options);
  } catch (error) {
    if (isRemoteError(error, 'upstream')) return failed(deps, order, error);
    throw error;
  }
  if (answer.status === success) {
    await finish(deps, orderId, { kind: 'booking_confirmed' });
    deps.log.info(logged, 'booked');
    return 'done';
  }
  const note = `The upstream refused the booking: ${answer.message.slice(0, 500) || 'no reason given'}`;
  await finish(deps, orderId, { kind: 'booking_stuck', mayBeMade: false, note });
  deps.log.warn(logged, 'booking was refused and waits for the operator');
  return 'done';
}

/**
 * Brings an order as far as it goes: asks Razorpay for its payments while none paid for it, then books.
 *
 * @returns `retry` where it has to be called again later
 */
export async function settleOrder(deps: CheckoutDependencies, orderId: string): Promise<WorkResult> {
  let order = await findOrder(deps.database, 'id', orderId);
  if (!order) return 'done';
  if (order.paymentId === null && order.razorpayOrderId !== null) {
    try {
      const { items, unreadable } = await deps.razorpay.paymentsOfOrder(order.razorpayOrderId);
      for (const payment of items) order = await takePayment(deps, order, payment, { source: 'worker' });
      for (const one of unreadable) await setAside(deps, one, orderId);
    } catch (error) {
      if (!(error instanceof RazorpayError)) throw error;
      deps.log.warn({ orderId, code: error.code }, 'payments of the order could not be read');
      return error.retry ? 'retry' : 'done';
    }
  }
  return bookOrder(deps, orderId);
}

/** Has an order looked at by a worker: its payments, then its booking. */
export async function settleLater(
  deps: Pick<CheckoutDependencies, 'database' | 'jobs'>,
  orderIds: readonly string[],
): Promise<void> {
  await deps.database
    .transaction()
    .execute((transaction) => deps.jobs.enqueue('book-order', orderIds, { transaction }));
}
