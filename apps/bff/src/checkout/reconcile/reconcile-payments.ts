/** Payments that neither the browser nor a webhook told of. */
import { formatPaise } from '@meridian/contracts/checkout/pricing';
import type { RazorpayPayment } from '../../payments/razorpay/client.ts';
import { RazorpayError } from '../../payments/razorpay/errors.ts';
import { closeFoundCases, openFoundCase } from '../cases/case-store.ts';
import type { Order } from '../order/order.ts';
import { findOrder } from '../order/order-queries.ts';
import type { ReconciliationRun } from './reconciliation-run.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** A failed payment can still be authorized for 3 days. */
const watchedMs = 4 * dayMs;
/** Razorpay tells nothing of older orders. */
const forgottenMs = 180 * dayMs;
const batchSize = 50;
const maxPages = 100;
/** Enough for a million; a list that never ends is at fault. */
const allPages = 10_000;

/** Checks become rarer as an order ages: most are simply abandoned. */
function nextCheck(order: Order, now: Date): Date | null {
  const ageMs = now.getTime() - order.createdAt.getTime();
  if (ageMs > watchedMs) return null;
  return new Date(now.getTime() + Math.max(5 * minuteMs, ageMs / 4));
}

function isOpen(order: Order): boolean {
  return order.paymentId === null && order.razorpayOrderId !== null;
}

/** Asks for the payments of one order. */
export async function checkOrder(run: ReconciliationRun, order: Order): Promise<Order> {
  if (order.razorpayOrderId === null) return order;
  run.result.ordersChecked += 1;
  const { items, unreadable } = await run.deps.razorpay.paymentsOfOrder(order.razorpayOrderId);
  await run.setAside(unreadable, order.id);
  await readAtLast(run, items);
  return run.take(order, items);
}

/** What could not be read once, and can be now, is no case any more. */
async function readAtLast(run: ReconciliationRun, payments: readonly RazorpayPayment[]): Promise<void> {
  const ids = payments.map(({ id }) => id);
  await closeFoundCases(run.deps.database, 'unreadable_payment', ids, run.deps.now());
}

/** Orders that nothing was heard of: their payments at Razorpay. */
export async function checkQuietOrders(run: ReconciliationRun): Promise<void> {
  const { deps } = run;
  const started = deps.now();
  if (run.all) await askForAll(run, started);
  for (let page = 0; page < (run.all ? allPages : maxPages); page += 1) {
    const due = await deps.database
      .selectFrom('orders')
      .select('id')
      .where('next_check_at', '<=', started)
      .orderBy('next_check_at')
      .limit(batchSize)
      .execute();
    for (const { id } of due) {
      if (run.outOfReach) return;
      const order = await findOrder(deps.database, 'id', id);
      if (!order) continue;
      if (isOpen(order))
        await run.attempt(async () => {
          await checkOrder(run, order);
        }, id);
      // Also after a failure: an order that always fails must not keep the queue from moving.
      await deps.database
        .updateTable('orders')
        .set({ next_check_at: isOpen(order) ? nextCheck(order, started) : null })
        .where('id', '=', id)
        .execute();
    }
    if (due.length < batchSize) return;
  }
}

/** Every order that was never paid and that Razorpay still knows is due now. */
async function askForAll(run: ReconciliationRun, started: Date): Promise<void> {
  await run.deps.database
    .updateTable('orders')
    .set({ next_check_at: started })
    .where('payment_id', 'is', null)
    .where('razorpay_order_id', 'is not', null)
    .where('created_at', '>', new Date(started.getTime() - forgottenMs))
    .execute();
}

/** Orders of other shops on the same account, and of ours that are missing: each is looked up once a process. */
const strangers = new Set<string>();
const maxStrangers = 50_000;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A payment for an order that this database does not name: another shop's, or one that a restored backup lost. */
async function lookUpStranger(run: ReconciliationRun, payment: RazorpayPayment): Promise<void> {
  const { deps } = run;
  const { order_id: orderId } = payment;
  if (orderId === null || payment.status === 'created' || payment.status === 'failed') return;
  if (strangers.has(orderId)) return;
  const { receipt, notes } = await deps.razorpay.fetchOrder(orderId);
  const isOurs = receipt && uuid.test(receipt) && 'course_schedule_id' in notes;
  const order = isOurs ? await findOrder(deps.database, 'id', receipt) : undefined;
  if (order && order.razorpayOrderId === null) {
    // Razorpay has the order, and the answer that said so was lost.
    await deps.database
      .updateTable('orders')
      .set({ razorpay_order_id: orderId })
      .where('id', '=', order.id)
      .where('razorpay_order_id', 'is', null)
      .execute();
    const named = await findOrder(deps.database, 'id', order.id);
    if (named) await run.take(named, [payment]);
    return;
  }
  if (strangers.size >= maxStrangers) strangers.clear();
  if (!isOurs) strangers.add(orderId);
  if (!isOurs || order) return;
  run.result.setAside += 1;
  const reason =
    `${formatPaise(payment.amount)} was ${payment.status} with ${payment.id} for order ${receipt} (${orderId}), ` +
    'which is not in this database: book it by hand or give the money back in the dashboard';
  const found = { kind: 'order_missing' as const, subject: payment.id, orderId: null, reason };
  if (await openFoundCase(deps.database, found, deps.now()))
    deps.log.error(
      { paymentId: payment.id, razorpayOrderId: orderId },
      'a captured payment has no order here',
    );
}

/** Payments of the last days: second ones for paid orders, payments of orders that are missing. */
export async function checkRecentPayments(run: ReconciliationRun, fromSeconds: number): Promise<void> {
  const { deps } = run;
  let skip = 0;
  for (let page = 0; page < (run.all ? allPages : maxPages); page += 1) {
    const { items, unreadable, count } = await deps.razorpay.recentPayments(fromSeconds, skip);
    if (count === 0) return;
    skip += count;
    const orderIds = [
      ...new Set([...items.map(({ order_id: id }) => id), ...unreadable.map((one) => one.orderId)]),
    ];
    const named = orderIds.filter((id) => id !== null);
    const known = named.length
      ? await deps.database
          .selectFrom('orders')
          .select(['id', 'razorpay_order_id'])
          .where('razorpay_order_id', 'in', named)
          .execute()
      : [];
    const ours = new Map(known.map((row) => [row.razorpay_order_id, row.id]));
    for (const one of unreadable) {
      // Of another shop's order nobody has to know here.
      const orderId = one.orderId === null ? null : ours.get(one.orderId);
      if (orderId !== undefined) await run.setAside([one], orderId);
    }
    await readAtLast(run, items);
    for (const [razorpayOrderId, id] of ours) {
      if (run.outOfReach) return;
      await run.attempt(async () => {
        const order = await findOrder(deps.database, 'id', id);
        const its = items.filter(({ order_id: of }) => of === razorpayOrderId);
        if (order) await run.take(order, its);
      }, id);
    }
    for (const payment of items) {
      if (run.outOfReach) return;
      if (!ours.has(payment.order_id)) await run.attempt(() => forgetful(run, payment));
    }
  }
  deps.log.warn({ pages: maxPages }, 'reconciliation: more recent payments than one run reads');
}

/** An order that Razorpay does not tell of any more is no failure of the run. */
async function forgetful(run: ReconciliationRun, payment: RazorpayPayment): Promise<void> {
  try {
    await lookUpStranger(run, payment);
  } catch (error) {
    if (!(error instanceof RazorpayError && error.code === 'refused')) throw error;
  }
}
