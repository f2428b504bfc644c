import { isRemoteError } from '../../remote/remote-error.ts';
/** Takes a payment, as the provider tells it now, into its order. The request, the worker and the reconciler share it. */

import type { ProviderPayment } from '../../payments/provider.ts';
import type { CheckoutDependencies } from '../dependencies.ts';
import { factsOf, type Order } from '../order/order.ts';
import { type OrderEvent, transition, wouldPay } from '../order/order-state.ts';
import { type Change, changeOrder } from '../order/order-store.ts';
import { hasUnknownRefunds, takeRefunds } from './refund-reports.ts';

/** @returns the event that a payment's status amounts to; what went back of it is told by its refunds */
export function eventOf(payment: ProviderPayment): OrderEvent {
  const paymentId = payment.id;
  if (payment.status === 'captured')
    return {
      kind: 'payment_captured',
      paymentId,
      amountPaise: payment.amountPaise,
      currency: payment.currency,
    };
  return { kind: 'payment_tried', paymentId };
}

/** @returns true where the order does not know yet what the payment tells, or the payment waits to be captured */
export function isNews(order: Order, payment: ProviderPayment): boolean {
  const facts = factsOf(order);
  if (payment.status === 'authorized' && mayCapture(order, payment)) return true;
  return transition(facts, eventOf(payment)).changed || hasUnknownRefunds(order, payment);
}

function mayCapture(order: Order, payment: ProviderPayment): boolean {
  return wouldPay(factsOf(order), { amountPaise: payment.amountPaise, currency: payment.currency });
}

/**
 * Captures an authorized payment. Two may try at once, or the provider by itself: a refusal is followed by a look.
 * @throws RemoteError where the provider gives no answer, or the payment is still not captured
 */
async function captured(deps: CheckoutDependencies, payment: ProviderPayment): Promise<ProviderPayment> {
  try {
    return await deps.provider.capture(payment);
  } catch (error) {
    if (!isRemoteError(error, 'payments')) throw error;
    const now = await deps.provider.fetchPayment(payment.id);
    if (now.status === 'authorized') throw error;
    return now;
  }
}

function changeOf(
  payment: ProviderPayment,
  source: Change['source'],
  startAfterSeconds: number | undefined,
): Change {
  return {
    event: eventOf(payment),
    source,
    payment: {
      paymentId: payment.id,
      status: payment.status,
      amountPaise: payment.amountPaise,
      currency: payment.currency,
    },
    ...(startAfterSeconds ? { startAfterSeconds } : {}),
  };
}

/**
 * Takes a payment into its order, capturing it first where it is authorized and would pay for the order.
 *
 * @param payment a payment of this very order: its `orderId` is the order's
 * @returns the order as it is then
 * @throws RemoteError where the payment is authorized and could not be captured; it is kept as tried
 */
export async function takePayment(
  deps: CheckoutDependencies,
  order: Order,
  payment: ProviderPayment,
  options: { source: Change['source']; startAfterSeconds?: number },
): Promise<Order> {
  const { source, startAfterSeconds } = options;
  const take = async (seen: ProviderPayment) =>
    (await changeOrder(deps, order.id, changeOf(seen, source, startAfterSeconds))) ?? order;
  if (hasUnknownRefunds(order, payment)) {
    // A payment that went back whole was captured too, but is not booked any more: its refunds come first.
    const before = payment.status === 'refunded' ? order : await take(payment);
    const { items } = await deps.provider.refundsOfPayment(payment.id);
    return takeRefunds(deps, before, payment, items, source);
  }
  if (payment.status !== 'authorized' || !mayCapture(order, payment)) return take(payment);
  const attempted = await take(payment);
  if (!mayCapture(attempted, payment)) return attempted;
  return take(await captured(deps, payment));
}
