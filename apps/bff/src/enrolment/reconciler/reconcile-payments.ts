/**
 * Checks the payments of the last days, or in a run with `all` all payments. Finds, for example, second
 * payments of paid orders and payments with a missing order.
 */
import type { ProviderPayment } from '../../partners/payments/provider.ts';
import { findOrder, idsOfProviderOrders } from '../orders/store/order-queries.ts';
import type { ReconciliationRun } from './reconciliation-run.ts';
import { resolveUnknownOrder } from './unknown-orders.ts';

const maxPages = 100;
/** Enough for a million items; a longer list counts as endless. */
const allPages = 10_000;

/** @param fromSeconds Unix time */
export async function checkRecentPayments(run: ReconciliationRun, fromSeconds: number): Promise<void> {
  const { deps } = run;
  let skip = 0;
  for (let page = 0; page < (run.all ? allPages : maxPages); page += 1) {
    const { items, unreadable, count } = await deps.provider.recentPayments(fromSeconds, skip);
    if (count === 0) return;
    skip += count;
    const named = new Set([...items, ...unreadable].map(({ orderId }) => orderId));
    const ours = await idsOfProviderOrders(
      deps.database,
      [...named].filter((id) => id !== null),
    );
    for (const one of unreadable) {
      // A payment for another shop's order is not ours.
      const orderId = one.orderId === null ? null : ours.get(one.orderId);
      if (orderId !== undefined) await run.setAside([one], orderId);
    }
    await run.closeUnreadable(items);
    await applyOurs(run, items, ours);
    for (const payment of items) {
      if (run.outOfReach) return;
      const isOurs = payment.orderId !== null && ours.has(payment.orderId);
      if (!isOurs) await run.attempt(() => resolveUnknownOrder(run, payment));
    }
  }
  deps.log.warn({ pages: maxPages }, 'reconciliation: more recent payments than one run reads');
}

/** @param ours our order ids by the payment provider's order ids */
async function applyOurs(
  run: ReconciliationRun,
  payments: readonly ProviderPayment[],
  ours: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [providerOrderId, id] of ours) {
    if (run.outOfReach) return;
    await run.attempt(async () => {
      const order = await findOrder(run.deps.database, 'id', id);
      const its = payments.filter(({ orderId }) => orderId === providerOrderId);
      if (order) await run.take(order, its);
    }, id);
  }
}
