/**
 * Confirms payments of older clients, which send only the payment id. The payment provider says which order
 * the payment belongs to.
 */

import type { BookingData, BookingRequest } from '@meridian/contracts/enrolment/orders';
import type { Envelope } from '@meridian/contracts/envelope';
import type { Kysely } from 'kysely';
import type { PaymentProvider, ProviderPayment } from '../../partners/payments/provider.ts';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isRemoteError } from '../../platform/remote/remote-error.ts';
import type { Order } from '../orders/order.ts';
import { findOrder } from '../orders/store/order-queries.ts';
import { answerToAnybody } from '../statement/payer-answer.ts';
import { disagreeingFields } from './agreement.ts';
import { notConfirmed, refuse } from './refusal.ts';
import { readRequestedClaim } from './request-fields.ts';
import { bookNow, type ConfirmingServices, recordPayment } from './signed-claim.ts';

const notChecked =
  'Your payment could not be checked just now. If you have paid, your booking is made or the money is refunded automatically.';

/** @returns the payment; undefined if the payment provider has no payment with this id */
async function findPayment(
  provider: Pick<PaymentProvider, 'fetchPayment'>,
  paymentId: string,
): Promise<ProviderPayment | undefined> {
  try {
    return await provider.fetchPayment(paymentId);
  } catch (error) {
    if (!isRemoteError(error, 'payments')) throw error;
    if (error.code === 'refused') return undefined;
    throw new Refusal('partner_unavailable', 'provider_silent', notChecked, { cause: error });
  }
}

const moneyMoved = new Set<ProviderPayment['status']>(['authorized', 'captured', 'refunded']);

/** @returns the order of the payment, if the other fields of the call agree with the order */
async function orderOf(
  database: Kysely<Database>,
  payment: ProviderPayment | undefined,
  request: BookingRequest,
): Promise<Order | undefined> {
  if (!payment?.orderId || !moneyMoved.has(payment.status)) return undefined;
  const order = await findOrder(database, 'provider_order_id', payment.orderId);
  return order && disagreeingFields(order, request).length === 0 ? order : undefined;
}

/**
 * Records the payment and books its order, if the other fields of the call agree with the order. Payment ids
 * are not secret, so the answer reveals only that the order is booked or about to be. Every other call gets
 * the same refusal.
 *
 * @throws Refusal `invalid`; `partner_unavailable` if the payment provider does not answer
 */
export async function confirmUnsigned(
  deps: ConfirmingServices,
  request: BookingRequest,
): Promise<Envelope<BookingData>> {
  const { paymentId: given } = readRequestedClaim(request);
  const { transaction_id: paymentId = given } = request;
  const refusal = refuse('transaction_id', notConfirmed);
  if (paymentId === undefined || (given !== undefined && given !== paymentId)) throw refusal;
  const payment = await findPayment(deps.provider, paymentId);
  const order = await orderOf(deps.database, payment, request);
  if (!payment || !order) throw refusal;
  const answer = answerToAnybody(await bookNow(deps, await recordPayment(deps, order, payment)));
  if (!answer) throw refusal;
  return answer;
}
