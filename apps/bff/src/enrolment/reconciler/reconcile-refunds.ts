/** Follows requested refunds until they end, and finds refunds made in the dashboard. */

import type { ProviderPayment, ProviderRefund } from '../../partners/payments/provider.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { isRemoteError } from '../../platform/remote/remote-error.ts';
import type { Order } from '../orders/order.ts';
import { findOrder } from '../orders/store/order-queries.ts';
import { applyRefunds, knownPayment } from '../payments/refund-reports.ts';
import type { ReconciliationRun } from './reconciliation-run.ts';

const maxOrders = 200;
const maxPages = 100;
/** Enough for a million items; a longer list counts as endless. */
const allPages = 10_000;

/** Records the refunds that the payment provider has of one payment. @returns the order after the change */
export async function checkRefundsOfPayment(
  run: ReconciliationRun,
  order: Order,
  paymentId: string,
): Promise<Order> {
  const { items, unreadable } = await run.deps.provider.refundsOfPayment(paymentId);
  run.result.refundsChecked += items.length;
  await run.setAside(unreadable, order.id);
  await run.closeUnreadable(items);
  const known = order.payments.find((payment) => payment.paymentId === paymentId);
  if (!known || items.length === 0) return order;
  return applyRefunds(run.deps, order, knownPayment(known), items, 'reconciler');
}

/** Checks the payments of an order that have money to be refunded or a refund in progress. */
export async function checkOrderRefunds(run: ReconciliationRun, before: Order): Promise<void> {
  let order = before;
  for (const { paymentId, refund, refunds } of order.payments)
    if (refund === 'due' || refunds.some(({ state }) => state === 'pending'))
      order = await checkRefundsOfPayment(run, order, paymentId);
  run.countChange(before, order);
}

/** Checks orders with money that is due or in progress; those checked longest ago come first. */
export async function checkOpenRefunds(run: ReconciliationRun): Promise<void> {
  const { deps } = run;
  const due = await deps.database
    .selectFrom('order_payments')
    .select(['payment_id', 'order_id'])
    // Each condition has a separate index. As one condition, the planner would read all payments.
    .where('payment_id', 'in', (payments) =>
      payments
        .selectFrom('order_payments as dues')
        .select('dues.payment_id')
        .where('dues.refund', '=', 'due')
        .unionAll(
          payments
            .selectFrom('refunds')
            .select('refunds.payment_id')
            .where('refunds.state', 'in', ['requested', 'pending']),
        ),
    )
    .orderBy('refunds_checked_at', (order) => order.asc().nullsFirst())
    .limit(run.all ? 10_000 : maxOrders)
    .execute();
  for (const { payment_id: paymentId, order_id: orderId } of due) {
    if (run.outOfReach) return;
    await deps.database
      .updateTable('order_payments')
      .set({ refunds_checked_at: databaseNow })
      .where('payment_id', '=', paymentId)
      .execute();
    await run.attempt(async () => {
      const order = await findOrder(deps.database, 'id', orderId);
      if (order) await checkOrderRefunds(run, order);
    }, orderId);
  }
}

async function orderOfPayment(run: ReconciliationRun, paymentId: string): Promise<Order | undefined> {
  const known = await run.deps.database
    .selectFrom('order_payments')
    .select('order_id')
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();
  return known && findOrder(run.deps.database, 'id', known.order_id);
}

/**
 * Records a refund of a payment that was never reported here, for example of a payment that was never
 * captured.
 */
async function applyUnknown(run: ReconciliationRun, refund: ProviderRefund): Promise<void> {
  let payment: ProviderPayment;
  try {
    payment = await run.deps.provider.fetchPayment(refund.paymentId);
  } catch (error) {
    if (isRemoteError(error, 'payments') && error.code === 'malformed') return;
    throw error;
  }
  const order = payment.orderId
    ? await findOrder(run.deps.database, 'provider_order_id', payment.orderId)
    : undefined;
  if (order) await run.take(order, [payment]);
}

/** Checks the refunds since a time. @param fromSeconds Unix time */
export async function checkRecentRefunds(run: ReconciliationRun, fromSeconds: number): Promise<void> {
  let skip = 0;
  for (let page = 0; page < (run.all ? allPages : maxPages); page += 1) {
    const { items, unreadable, count } = await run.deps.provider.recentRefunds(fromSeconds, skip);
    if (count === 0) return;
    skip += count;
    await run.setAside(unreadable, null);
    await run.closeUnreadable(items);
    for (const refund of items) {
      if (run.outOfReach) return;
      await run.attempt(async () => {
        const order = await orderOfPayment(run, refund.paymentId);
        if (!order) return applyUnknown(run, refund);
        const known = order.payments
          .flatMap(({ refunds }) => refunds)
          .find(({ providerRefundId }) => providerRefundId === refund.id);
        if (known?.state === refund.state) return;
        run.countChange(order, await checkRefundsOfPayment(run, order, refund.paymentId));
      });
    }
  }
}
