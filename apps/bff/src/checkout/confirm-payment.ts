/** `POST /api/booking`: the browser tells that it paid. Nothing of what it tells is believed. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BookingData, BookingRequest } from '@meridian/contracts/checkout/orders';
import type { Envelope } from '@meridian/contracts/envelope';
import { HttpProblem } from '../http/errors.ts';
import { disagreement } from './agreement.ts';
import { bookOrder, settleLater } from './booking.ts';
import type { CheckoutDependencies } from './dependencies.ts';
import { factsOf, type Order } from './order.ts';
import { findOrder } from './order-queries.ts';
import { bookingIsDue } from './order-state.ts';
import { changeOrder } from './order-store.ts';
import { answerToPayer } from './payer-answer.ts';
import { takePayment } from './payments.ts';
import type { RazorpayPayment } from './razorpay-client.ts';
import { RazorpayError } from './razorpay-error.ts';
import { logRefusal, refuse } from './refusal.ts';
import { paymentSignatureMatches } from './signature.ts';

const notChecked =
  'Your payment could not be checked just now. If you have paid, your booking will follow by itself.';

function paymentIdOf(request: BookingRequest): string {
  const { razorpay_payment_id: paymentId, transaction_id: transactionId } = request;
  if (paymentId !== undefined && transactionId !== undefined && paymentId !== transactionId)
    throw refuse('transaction_id', 'This is not the id of the payment');
  const id = paymentId ?? transactionId;
  if (id === undefined) throw refuse('transaction_id', 'The payment id is required');
  return id;
}

/** @returns the payment, or undefined where Razorpay knows none of this id */
async function lookUp(deps: CheckoutDependencies, paymentId: string): Promise<RazorpayPayment | undefined> {
  try {
    return await deps.razorpay.fetchPayment(paymentId);
  } catch (error) {
    if (error instanceof RazorpayError && error.code === 'refused') return undefined;
    throw error;
  }
}

interface Claimed {
  order: Order;
  /** Undefined where it was not needed: the order knows this payment already, or Razorpay cannot be reached. */
  payment: RazorpayPayment | undefined;
  unreachable: boolean;
}

/** The widget's answer: order, payment and a signature over both, checked against the order on record. */
async function signedClaim(
  deps: CheckoutDependencies,
  request: BookingRequest,
  paymentId: string,
): Promise<Claimed> {
  const { razorpay_order_id: orderId, razorpay_signature: signature } = request;
  if (orderId === undefined) throw refuse('razorpay_order_id', 'The order id is required');
  if (signature === undefined) throw refuse('razorpay_signature', 'The signature is required');
  const order = await findOrder(deps.database, 'razorpay_order_id', orderId);
  if (!order?.razorpayOrderId) throw refuse('razorpay_order_id', 'This order is not known here');
  if (!paymentSignatureMatches(order.razorpayOrderId, paymentId, signature, deps.settings.keySecret))
    throw refuse('razorpay_signature', 'The signature does not match the payment');
  if (isSettled(order, paymentId)) return { order, payment: undefined, unreachable: false };
  try {
    const payment = await lookUp(deps, paymentId);
    if (!payment) throw refuse('razorpay_payment_id', 'This payment is not known');
    return { order, payment, unreachable: false };
  } catch (error) {
    if (!(error instanceof RazorpayError)) throw error;
    deps.log.warn({ orderId: order.id, code: error.code }, 'payment could not be fetched');
    return { order, payment: undefined, unreachable: true };
  }
}

/** Clients of old send the payment id alone: Razorpay says which order it belongs to. */
async function unsignedClaim(deps: CheckoutDependencies, paymentId: string): Promise<Claimed> {
  let payment: RazorpayPayment | undefined;
  try {
    payment = await lookUp(deps, paymentId);
  } catch (error) {
    if (!(error instanceof RazorpayError)) throw error;
    throw new HttpProblem(502, notChecked, { cause: error });
  }
  if (!payment) throw refuse('transaction_id', 'This payment is not known');
  const order = payment.order_id
    ? await findOrder(deps.database, 'razorpay_order_id', payment.order_id)
    : undefined;
  if (!order) throw refuse('transaction_id', 'This payment belongs to no order of ours');
  return { order, payment, unreachable: false };
}

function isSettled(order: Order, paymentId: string): boolean {
  return order.payments.some((payment) => payment.paymentId === paymentId && payment.role !== 'tried');
}

/** A payment has to be one of this order. @throws HttpProblem 400 */
function checkPayment(order: Order, payment: RazorpayPayment, field: keyof BookingRequest): void {
  if (payment.order_id !== order.razorpayOrderId)
    throw refuse(field, 'This payment belongs to another order');
  if (payment.status === 'failed' || payment.status === 'created')
    throw refuse(field, 'This payment did not go through. You have not been charged; please try again.');
}

/**
 * Books within the request where the upstream answers soon enough; otherwise the job does. Another caller may be at
 * it already: then its result is waited for.
 */
async function bookWithin(deps: CheckoutDependencies, orderId: string): Promise<void> {
  const deadline = Date.now() + deps.settings.bookingWaitMs;
  const pollMs = 100;
  const book = async () => {
    while (Date.now() < deadline && (await bookOrder(deps, orderId)) === 'retry') {
      const order = await findOrder(deps.database, 'id', orderId);
      // Given back after a failure: the job tries again later, with back-off.
      if (!order?.bookingClaimedUntil) return;
      await sleep(pollMs);
    }
  };
  const booking = book().catch((error: unknown) => {
    deps.log.error({ err: error, orderId }, 'booking within the request failed; the job takes over');
  });
  deps.track(booking);
  const timer = new AbortController();
  await Promise.race([
    booking,
    sleep(deps.settings.bookingWaitMs, undefined, { signal: timer.signal }).catch(() => undefined),
  ]);
  timer.abort();
}

async function confirm(deps: CheckoutDependencies, request: BookingRequest): Promise<Envelope<BookingData>> {
  const paymentId = paymentIdOf(request);
  const signed = request.razorpay_order_id !== undefined || request.razorpay_signature !== undefined;
  const claimed = signed ? await signedClaim(deps, request, paymentId) : await unsignedClaim(deps, paymentId);
  const { payment } = claimed;
  let { order } = claimed;
  const errors = disagreement(order, request);
  if (errors)
    throw new HttpProblem(400, 'These details do not agree with the order that was paid.', { errors });
  if (payment) {
    checkPayment(order, payment, signed ? 'razorpay_payment_id' : 'transaction_id');
    order = await takeOrLeave(deps, order, payment);
  } else if (claimed.unreachable) {
    order = await leaveForLater(deps, order, paymentId);
  }
  if (bookingIsDue(factsOf(order))) {
    await bookWithin(deps, order.id);
    order = (await findOrder(deps.database, 'id', order.id)) ?? order;
  }
  return answerToPayer(order, paymentId);
}

/**
 * Verifies the payment, takes it into its order and tries to book at once.
 *
 * @returns status 1 with an honest message as soon as money was captured, booked or not; the same to the same call
 * @throws HttpProblem 400 for anything forged, replayed or not paid; 502 where an unsigned call cannot be checked
 */
export async function confirmPayment(
  deps: CheckoutDependencies,
  request: BookingRequest,
): Promise<Envelope<BookingData>> {
  try {
    return await confirm(deps, request);
  } catch (error) {
    logRefusal(deps, request, error);
    throw error;
  }
}

async function takeOrLeave(
  deps: CheckoutDependencies,
  order: Order,
  payment: RazorpayPayment,
): Promise<Order> {
  // The job waits until this request has had its time.
  const startAfterSeconds = Math.ceil(deps.settings.bookingWaitMs / 1000) + 2;
  try {
    return await takePayment(deps, order, payment, { source: 'browser', startAfterSeconds });
  } catch (error) {
    if (!(error instanceof RazorpayError)) throw error;
    deps.log.warn({ orderId: order.id, code: error.code }, 'payment could not be captured yet');
    return leaveForLater(deps, order, payment.id);
  }
}

/** The signature says that the payment is good; a worker asks Razorpay about it until it answers. */
async function leaveForLater(deps: CheckoutDependencies, order: Order, paymentId: string): Promise<Order> {
  const event = { kind: 'payment_tried', paymentId } as const;
  const tried = await changeOrder(deps, order.id, { event, source: 'browser' });
  await settleLater(deps, [order.id]);
  return tried ?? order;
}
