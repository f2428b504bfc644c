/** Asks the payment provider for the payments of unpaid orders. */
import type { Order } from '../orders/order.ts';
import { releaseUnpaid } from '../orders/release-unpaid.ts';
import { findOrder } from '../orders/store/order-queries.ts';
import { checkLater, checkNoMore, dueOrders, isOlder, makeAllDue, readDatabaseNow } from './order-checks.ts';
import type { ReconciliationRun } from './reconciliation-run.ts';

const batchSize = 50;
const maxPages = 100;
/** Enough for 500,000 orders; a longer list counts as endless. */
const allPages = 10_000;

function isOpen(order: Order): boolean {
  return order.paymentId === null && order.providerOrderId !== null;
}

/** Asks for the payments of one order. */
export async function checkOrder(run: ReconciliationRun, order: Order): Promise<Order> {
  if (order.providerOrderId === null) return order;
  run.result.ordersChecked += 1;
  const { items, unreadable } = await run.deps.provider.paymentsOfOrder(order.providerOrderId);
  await run.setAside(unreadable, order.id);
  await run.closeUnreadable(items);
  return run.take(order, items);
}

/**
 * Releases the coupon and the seats of an unpaid order with a coupon after its hold. Call it once the payment
 * provider has no payment for the order. `releaseOverdueHolds` releases the seats of orders without a coupon.
 */
async function releaseOver({ deps }: ReconciliationRun, order: Order): Promise<void> {
  const { seatHoldMs } = deps.settings;
  if (order.couponCode === null || !(await isOlder(deps.database, order.id, seatHoldMs))) return;
  await releaseUnpaid(deps.database, order.id);
}

/** Asks for the payments of each due order. */
export async function checkUnpaidOrders(run: ReconciliationRun): Promise<void> {
  const { database } = run.deps;
  const started = await readDatabaseNow(database);
  if (run.all) await makeAllDue(database, started);
  for (let page = 0; page < (run.all ? allPages : maxPages); page += 1) {
    const due = await dueOrders(database, started, batchSize);
    for (const id of due) {
      if (run.outOfReach) return;
      const order = await findOrder(database, 'id', id);
      if (!order) continue;
      if (isOpen(order))
        await run.attempt(async () => {
          const checked = await checkOrder(run, order);
          if (checked.paymentId === null) await releaseOver(run, checked);
        }, id);
      // Also after a failure, so that an order that always fails does not block the queue.
      if (isOpen(order)) await checkLater(database, id);
      else {
        // An unpaid order without an order at the payment provider: nobody can pay it.
        if (order.paymentId === null) await releaseOver(run, order);
        await checkNoMore(database, id);
      }
    }
    if (due.length < batchSize) return;
  }
}
