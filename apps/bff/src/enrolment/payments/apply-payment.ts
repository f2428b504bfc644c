/**
 * Records a payment, just read from the payment provider, in its order. Used by requests, the worker and the
 * reconciler.
 */

import type { ProviderPayment } from '../../partners/payments/provider.ts';
import { isRemoteError, type RemoteError } from '../../platform/remote/remote-error.ts';
import { factsOf, type Order } from '../orders/order.ts';
import type { OrderEvent } from '../orders/state/order-events.ts';
import { transition } from '../orders/state/order-state.ts';
import { wouldPay } from '../orders/state/payment-steps.ts';
import type { Change } from '../orders/store/order-change.ts';
import { changeOrder } from '../orders/store/order-store.ts';
import type { PaymentServices } from './payment-services.ts';
import { applyRefunds, hasUnknownRefunds } from './refund-reports.ts';

/** @returns the event for a payment's status; its refunds are separate events */
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

/** @returns true if the payment would change the order, or waits to be captured */
function isChange(order: Order, payment: ProviderPayment): boolean {
  const facts = factsOf(order);
  const stored = order.payments.find(({ paymentId }) => paymentId === payment.id);
  if (stored && stored.status !== payment.status) return true;
  if (payment.status === 'authorized' && mayCapture(order, payment)) return true;
  return transition(facts, eventOf(payment)).changed || hasUnknownRefunds(order, payment);
}

/**
 * Sorts captured payments first. Once one payment has paid an order, the payment provider refuses to capture
 * another.
 */
const capturedFirst = (payments: readonly ProviderPayment[]): ProviderPayment[] =>
  payments.toSorted((one, other) => Number(other.status === 'captured') - Number(one.status === 'captured'));

function mayCapture(order: Order, payment: ProviderPayment): boolean {
  return wouldPay(factsOf(order), { amountPaise: payment.amountPaise, currency: payment.currency });
}

/**
 * Captures an authorized payment. Another process or the payment provider may capture it concurrently, so
 * after a failure the payment is read again.
 *
 * @throws RemoteError if the payment provider does not answer, or the payment is still not captured
 */
async function captured(deps: PaymentServices, payment: ProviderPayment): Promise<ProviderPayment> {
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
 * Records a payment in its order. If it is authorized and would pay for the order, it is captured first.
 *
 * @param payment a payment of this order: its `orderId` is the order's
 * @returns the order after the change
 * @throws RemoteError if the payment is authorized and could not be captured (it is then recorded as tried),
 * or if its refunds cannot be read
 */
export async function applyPayment(
  deps: PaymentServices,
  order: Order,
  payment: ProviderPayment,
  options: { source: Change['source']; startAfterSeconds?: number },
): Promise<Order> {
  const { source, startAfterSeconds } = options;
  const take = async (seen: ProviderPayment) =>
    (await changeOrder(deps, order.id, changeOf(seen, source, startAfterSeconds))) ?? order;
  if (hasUnknownRefunds(order, payment)) {
    // A payment that was refunded in full was captured too, but must not be booked. Its refunds are recorded
    // first.
    const before = payment.status === 'refunded' ? order : await take(payment);
    const { items } = await deps.provider.refundsOfPayment(payment.id);
    return applyRefunds(deps, before, payment, items, source);
  }
  if (payment.status !== 'authorized' || !mayCapture(order, payment)) return take(payment);
  const attempted = await take(payment);
  if (!mayCapture(attempted, payment)) return attempted;
  return take(await captured(deps, payment));
}

export interface Applied {
  order: Order;
  /** Why a payment was not captured, or its refunds were not read; null once the order is paid. */
  failure: RemoteError | null;
}

/**
 * Records the payments of an order. If the payment provider refuses to capture one of them, the others are
 * still recorded.
 *
 * @param payments payments of this order, just read from the payment provider
 */
export async function applyPayments(
  deps: PaymentServices,
  order: Order,
  payments: readonly ProviderPayment[],
  source: Change['source'],
): Promise<Applied> {
  let current = order;
  let failure: RemoteError | null = null;
  for (const payment of capturedFirst(payments)) {
    if (!isChange(current, payment)) continue;
    try {
      current = await applyPayment(deps, current, payment, { source });
    } catch (error) {
      if (!isRemoteError(error, 'payments')) throw error;
      failure = error;
      if (error.code !== 'refused') break;
    }
  }
  return { order: current, failure: current.paymentId === null ? failure : null };
}
