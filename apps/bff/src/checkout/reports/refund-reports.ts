/** Takes in what Razorpay tells of refunds, by an event or when asked. */
import { randomUUIDv7 } from 'node:crypto';
import type { RazorpayPayment, RazorpayRefund } from '../../payments/razorpay/client.ts';
import type { CheckoutDependencies } from '../dependencies.ts';
import type { Order } from '../order/order.ts';
import { factsOf } from '../order/order.ts';
import { returnedPaise, underWayPaise } from '../order/order-facts.ts';
import { lockOrder } from '../order/order-queries.ts';
import { applyEvent, type Change } from '../order/order-store.ts';

/** The payment of a refund, as it was told beside it. */
export type RefundedPayment = Pick<RazorpayPayment, 'id' | 'amount' | 'currency' | 'captured'> & {
  /** Where Razorpay told it too. */
  status?: RazorpayPayment['status'];
};

/**
 * @param order locked by the caller: whether the refund is known is decided here
 * @param fresh true where Razorpay was asked just now
 * @returns what a refund means for its order
 */
export function refundChange(
  order: Order,
  refund: RazorpayRefund,
  payment: RefundedPayment,
  options: { fresh: boolean; source: Change['source']; recordAs?: string },
): Change {
  const refunds = order.payments.flatMap((known) => known.refunds);
  const known =
    refunds.find(({ razorpayRefundId }) => razorpayRefundId === refund.id) ??
    refunds.find(({ id, razorpayRefundId }) => razorpayRefundId === null && id === refund.receipt);
  const id = known?.id ?? randomUUIDv7();
  const captured = payment.captured ?? true;
  return {
    event: {
      ...{ kind: 'refund_seen', paymentId: payment.id, paymentPaise: payment.amount, captured },
      ...{ currency: payment.currency, refundId: id, amountPaise: refund.amount, state: refund.status },
      fresh: options.fresh,
    },
    source: options.source,
    ...(payment.status && {
      payment: {
        ...{ paymentId: payment.id, status: payment.status },
        ...{ amountPaise: payment.amount, currency: payment.currency },
      },
    }),
    refund: {
      ...{ id, razorpayRefundId: refund.id },
      source: known?.source ?? (captured ? 'dashboard' : 'automatic'),
      ...(refund.status === 'failed' && { reason: 'Razorpay says that it failed' }),
    },
    ...(options.recordAs && { recordAs: options.recordAs }),
  };
}

/**
 * Takes the refunds of a payment into its order, as Razorpay has them now.
 *
 * @returns the order as it is then
 */
export async function takeRefunds(
  deps: Pick<CheckoutDependencies, 'database' | 'jobs'>,
  order: Order,
  payment: RefundedPayment,
  refunds: readonly RazorpayRefund[],
  source: Change['source'],
): Promise<Order> {
  return deps.database.transaction().execute(async (transaction) => {
    let current = (await lockOrder(transaction, 'id', order.id)) ?? order;
    for (const refund of refunds.toReversed())
      current = await applyEvent(
        transaction,
        deps.jobs,
        current,
        refundChange(current, refund, payment, { fresh: true, source }),
      );
    return current;
  });
}

/** @returns true where Razorpay has given back another amount of a payment than the order knows */
export function hasUnknownRefunds(order: Order, payment: RazorpayPayment): boolean {
  if (payment.amount_refunded === 0 && payment.status !== 'refunded') return false;
  const part = factsOf(order).payments[payment.id];
  if (!part) return true;
  const atRazorpay = returnedPaise(part) + underWayPaise(part) - part.transferredPaise;
  return atRazorpay < payment.amount_refunded;
}
