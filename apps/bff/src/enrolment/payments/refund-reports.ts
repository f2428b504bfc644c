/** Records the payment provider's refunds, from events or queries. */

import { randomUUIDv7 } from 'node:crypto';
import type { ProviderPayment, ProviderRefund } from '../../partners/payments/provider.ts';
import { transact } from '../../platform/database/transact.ts';
import type { Order, OrderPayment } from '../orders/order.ts';
import type { Change } from '../orders/store/order-change.ts';
import { lockOrder } from '../orders/store/order-queries.ts';
import { applyEvent, type OrderWriter } from '../orders/store/order-store.ts';

/** The payment of a refund, as reported with it. */
export type RefundedPayment = Pick<ProviderPayment, 'id' | 'amountPaise' | 'currency' | 'captured'> & {
  /** The payment provider's status, if it was reported too. */
  status?: string;
};

/** @returns a stored payment in the format of a reported one */
export function knownPayment({
  paymentId,
  amountPaise,
  currency,
  uncaptured,
}: OrderPayment): RefundedPayment {
  return { id: paymentId, amountPaise, currency, captured: !uncaptured };
}

/**
 * @param order locked by the caller, because the function checks whether the refund is already stored
 * @param options.fresh true if the refund was just read from the payment provider
 * @returns the change of the order that the refund causes
 */
export function refundChange(
  order: Order,
  refund: ProviderRefund,
  payment: RefundedPayment,
  options: { fresh: boolean; source: Change['source']; recordAs?: string },
): Change {
  const refunds = order.payments.flatMap((known) => known.refunds);
  const known =
    refunds.find(({ providerRefundId }) => providerRefundId === refund.id) ??
    refunds.find(({ id, providerRefundId }) => providerRefundId === null && id === refund.requestId);
  const id = known?.id ?? randomUUIDv7();
  const captured = payment.captured ?? true;
  const { id: paymentId, amountPaise, currency, status } = payment;
  return {
    event: {
      kind: 'refund_seen',
      paymentId,
      paymentPaise: amountPaise,
      captured,
      currency,
      refundId: id,
      amountPaise: refund.amountPaise,
      state: refund.state,
      fresh: options.fresh,
    },
    source: options.source,
    ...(status && { payment: { paymentId, status, amountPaise, currency } }),
    refund: {
      id,
      providerRefundId: refund.id,
      source: known?.source ?? (captured ? 'dashboard' : 'automatic'),
      ...(refund.state === 'failed' && { reason: 'The payment provider says that it failed' }),
    },
    ...(options.recordAs && { recordAs: options.recordAs }),
  };
}

/**
 * Records the current refunds of a payment in its order.
 *
 * @returns the order after the change
 */
export async function applyRefunds(
  deps: OrderWriter,
  order: Order,
  payment: RefundedPayment,
  refunds: readonly ProviderRefund[],
  source: Change['source'],
): Promise<Order> {
  return transact(deps.database, async (transaction) => {
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

/** @returns true if the payment provider has refunded more of a payment than the order's stored refunds */
export function hasUnknownRefunds(order: Order, payment: ProviderPayment): boolean {
  if (payment.refundedPaise === 0 && payment.status !== 'refunded') return false;
  const known = order.payments.find(({ paymentId }) => paymentId === payment.id);
  if (!known) return true;
  const paise = known.refunds.reduce(
    (sum, { state, amountPaise }) => (state === 'failed' ? sum : sum + amountPaise),
    0,
  );
  return paise < payment.refundedPaise;
}
