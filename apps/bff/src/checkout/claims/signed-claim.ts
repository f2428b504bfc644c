/** The widget's answer: a payment, its order, and a signature that only Razorpay can have made. */
import type { BookingData, BookingRequest } from '@meridian/contracts/checkout/orders';
import { type Envelope, success } from '@meridian/contracts/envelope';
import type { RazorpayPayment } from '../../payments/razorpay/client.ts';
import { RazorpayError } from '../../payments/razorpay/errors.ts';
import { paymentSignatureMatches } from '../../payments/razorpay/signatures.ts';
import { bookWithin } from '../booking/book-within.ts';
import type { CheckoutDependencies } from '../dependencies.ts';
import { factsOf, type Order } from '../order/order.ts';
import { findOrder } from '../order/order-queries.ts';
import { bookingIsDue } from '../order/order-state.ts';
import { answerToPayer, messages } from '../receipt/payer-answer.ts';
import { takePayment } from '../reports/take-payment.ts';
import { disagreeingFields, isOtherPayer } from './agreement.ts';
import { isTaken, keepClaim, type PaymentClaim, recordClaim } from './claim-store.ts';
import { notConfirmed, refuse } from './refusal.ts';

/** @throws HttpProblem 400 where there is no valid signature over the payment; whether it is known here is not told */
export function readClaim(deps: CheckoutDependencies, request: BookingRequest): PaymentClaim {
  const { razorpay_order_id: razorpayOrderId, razorpay_signature: signature } = request;
  const paymentId = request.razorpay_payment_id ?? request.transaction_id;
  if (paymentId === undefined) throw refuse('transaction_id', notConfirmed);
  if (razorpayOrderId === undefined) throw refuse('razorpay_order_id', notConfirmed);
  if (signature === undefined) throw refuse('razorpay_signature', notConfirmed);
  const claim = { razorpayOrderId, paymentId };
  if (!paymentSignatureMatches(claim, signature, deps.settings.signatureSecrets))
    throw refuse('razorpay_signature', notConfirmed);
  return claim;
}

/** What the page sends beside the payment may be of another tab, or of an older page: the order on record stands. */
function logDisagreement(
  deps: CheckoutDependencies,
  order: Order,
  request: BookingRequest,
  { paymentId }: PaymentClaim,
): void {
  const fields = disagreeingFields(order, request);
  if (isOtherPayer(order, request)) fields.push('email');
  if (request.transaction_id !== undefined && request.transaction_id !== paymentId)
    fields.push('transaction_id');
  if (fields.length > 0)
    deps.log.warn({ orderId: order.id, fields }, 'a signed payment came with details of another order');
}

/** @returns undefined where Razorpay cannot tell just now */
async function paymentOf(
  deps: CheckoutDependencies,
  order: Order,
  paymentId: string,
): Promise<RazorpayPayment | undefined> {
  try {
    return await deps.razorpay.fetchPayment(paymentId);
  } catch (error) {
    if (!(error instanceof RazorpayError)) throw error;
    deps.log.warn({ orderId: order.id, code: error.code }, 'a signed payment could not be fetched');
    return undefined;
  }
}

/** Takes a payment into its order, now or later. @returns the order as it is then */
export async function takeOrKeep(
  deps: CheckoutDependencies,
  order: Order,
  payment: RazorpayPayment,
): Promise<Order> {
  // The job that books waits until this request has had its time.
  const startAfterSeconds = Math.ceil(deps.settings.bookingWaitMs / 1000) + 2;
  try {
    const taken = await takePayment(deps, order, payment, { source: 'browser', startAfterSeconds });
    if (isTaken(taken, payment.id)) return taken;
  } catch (error) {
    if (!(error instanceof RazorpayError)) throw error;
    deps.log.warn({ orderId: order.id, code: error.code }, 'payment could not be captured yet');
  }
  return keepClaim(
    deps,
    { razorpayOrderId: order.razorpayOrderId ?? payment.order_id ?? '', paymentId: payment.id },
    order,
  );
}

async function take(deps: CheckoutDependencies, order: Order, claim: PaymentClaim): Promise<Order> {
  if (isTaken(order, claim.paymentId)) return order;
  const payment = await paymentOf(deps, order, claim.paymentId);
  if (!payment) return keepClaim(deps, claim, order);
  if (payment.order_id !== claim.razorpayOrderId)
    throw refuse('razorpay_payment_id', 'This payment belongs to another order');
  return takeOrKeep(deps, order, payment);
}

/** Books within the request, where the booking is due. @returns the order as it is then */
export async function bookNow(deps: CheckoutDependencies, order: Order): Promise<Order> {
  if (!bookingIsDue(factsOf(order))) return order;
  await bookWithin(deps, order.id);
  return (await findOrder(deps.database, 'id', order.id)) ?? order;
}

/**
 * Takes in a payment whose signature was found valid. Its payer paid: whatever is out of reach or not known here, the
 * answer is status 1.
 *
 * @throws HttpProblem 400 where Razorpay says that the payment is another order's
 */
export async function confirmSigned(
  deps: CheckoutDependencies,
  claim: PaymentClaim,
  request: BookingRequest,
): Promise<Envelope<BookingData>> {
  const order = await findOrder(deps.database, 'razorpay_order_id', claim.razorpayOrderId);
  if (!order) {
    // A restored backup, for instance. The claim is what is left of the payment here.
    await recordClaim(deps, claim);
    deps.log.error({ ...claim }, 'a signed payment belongs to no order here');
    return { status: success, message: messages.confirming, data: { state: 'paid' } };
  }
  logDisagreement(deps, order, request, claim);
  return answerToPayer(await bookNow(deps, await take(deps, order, claim)), claim.paymentId);
}
