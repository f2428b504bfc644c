/**
 * The payment dialog's answer: a payment, its order, and a signature that only the payment provider and the
 * holder of its key secret can make.
 */

import type { BookingData, BookingRequest } from '@meridian/contracts/enrolment/orders';
import { type Envelope, success } from '@meridian/contracts/envelope';
import type { PaymentProvider, ProviderPayment } from '../../partners/payments/provider.ts';
import { isRemoteError } from '../../platform/remote/remote-error.ts';
import type { Bookings } from '../bookings/bookings.ts';
import { factsOf, type Order } from '../orders/order.ts';
import { bookingIsDue } from '../orders/state/order-facts.ts';
import { findOrder } from '../orders/store/order-queries.ts';
import { applyPayment } from '../payments/apply-payment.ts';
import { recordClaim, type SignedPayment } from '../payments/claim-store.ts';
import type { LoggedPaymentServices } from '../payments/payment-services.ts';
import { isTaken, storeClaim } from '../reconciler/confirm-claims.ts';
import { answerToPayer, paymentBeingConfirmed } from '../statement/payer-answer.ts';
import { disagreeingFields, isOtherPayer } from './agreement.ts';
import { notConfirmed, refuse } from './refusal.ts';
import { claimFields, readRequestedClaim } from './request-fields.ts';
import type { CheckoutSettings } from './settings.ts';

/** The services that confirm a claim. */
export interface ConfirmingServices extends LoggedPaymentServices {
  bookings: Pick<Bookings, 'bookWithin'>;
  settings: Pick<CheckoutSettings, 'bookingWaitMs'>;
}

/**
 * @throws Refusal `invalid` without a valid signature over the payment; the refusal does not reveal whether
 * the payment is known
 */
export function readClaim(
  { provider }: { provider: Pick<PaymentProvider, 'claimMatches'> },
  request: BookingRequest,
): SignedPayment {
  const { orderId, signature, paymentId = request.transaction_id } = readRequestedClaim(request);
  if (paymentId === undefined) throw refuse('transaction_id', notConfirmed);
  if (orderId === undefined) throw refuse(claimFields.orderId, notConfirmed);
  if (signature === undefined || !provider.claimMatches({ orderId, paymentId }, signature))
    throw refuse(claimFields.signature, notConfirmed);
  return { providerOrderId: orderId, paymentId };
}

/** The request's other fields may come from another tab or an older page. Only the stored order counts. */
function logDisagreement(
  log: ConfirmingServices['log'],
  order: Order,
  request: BookingRequest,
  { paymentId }: SignedPayment,
): void {
  const fields = disagreeingFields(order, request);
  if (isOtherPayer(order, request)) fields.push('email');
  if (request.transaction_id !== undefined && request.transaction_id !== paymentId)
    fields.push('transaction_id');
  if (fields.length > 0)
    log.warn({ orderId: order.id, fields }, 'a signed payment came with details of another order');
}

/** @returns undefined if the payment provider does not answer */
async function paymentOf(
  deps: ConfirmingServices,
  order: Order,
  paymentId: string,
): Promise<ProviderPayment | undefined> {
  try {
    return await deps.provider.fetchPayment(paymentId);
  } catch (error) {
    if (!isRemoteError(error, 'payments')) throw error;
    deps.log.warn({ orderId: order.id, code: error.code }, 'a signed payment could not be fetched');
    return undefined;
  }
}

/**
 * Records a payment in its order. If the payment cannot be captured yet, stores a claim, which a job checks
 * later.
 *
 * @returns the order after the change
 */
export async function recordPayment(
  deps: ConfirmingServices,
  order: Order,
  payment: ProviderPayment,
): Promise<Order> {
  // The booking job starts after this request has had time to book.
  const startAfterSeconds = Math.ceil(deps.settings.bookingWaitMs / 1000) + 2;
  try {
    const taken = await applyPayment(deps, order, payment, { source: 'browser', startAfterSeconds });
    if (isTaken(taken, payment.id)) return taken;
  } catch (error) {
    if (!isRemoteError(error, 'payments')) throw error;
    deps.log.warn({ orderId: order.id, code: error.code }, 'a signed payment could not be captured yet');
  }
  return storeClaim(
    deps,
    { providerOrderId: order.providerOrderId ?? payment.orderId ?? '', paymentId: payment.id },
    order,
  );
}

async function take(deps: ConfirmingServices, order: Order, claim: SignedPayment): Promise<Order> {
  if (isTaken(order, claim.paymentId)) return order;
  const payment = await paymentOf(deps, order, claim.paymentId);
  if (!payment) return storeClaim(deps, claim, order);
  if (payment.orderId !== claim.providerOrderId)
    throw refuse(claimFields.paymentId, 'This payment belongs to another order');
  return recordPayment(deps, order, payment);
}

/** Books within the request, if the booking is due. @returns the order after the change */
export async function bookNow(deps: ConfirmingServices, order: Order): Promise<Order> {
  if (!bookingIsDue(factsOf(order))) return order;
  await deps.bookings.bookWithin(order.id, deps.settings.bookingWaitMs);
  return (await findOrder(deps.database, 'id', order.id)) ?? order;
}

/**
 * Records a payment with a valid signature. The payer has paid, so the answer is status 1 even if a partner
 * is unreachable or the order is unknown.
 *
 * @throws Refusal `invalid` if the payment provider says that the payment belongs to another order
 */
export async function confirmSigned(
  deps: ConfirmingServices,
  claim: SignedPayment,
  request: BookingRequest,
): Promise<Envelope<BookingData>> {
  const order = await findOrder(deps.database, 'provider_order_id', claim.providerOrderId);
  if (!order) {
    // The claim is the only record of the payment here, for example after a backup was restored.
    await recordClaim(deps.database, claim);
    deps.log.error({ ...claim }, 'a signed payment belongs to no order here');
    return { status: success, message: paymentBeingConfirmed, data: { state: 'paid' } };
  }
  logDisagreement(deps.log, order, request, claim);
  return answerToPayer(await bookNow(deps, await take(deps, order, claim)));
}
