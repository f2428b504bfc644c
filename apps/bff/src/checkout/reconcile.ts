/**
 * Finds what neither the browser nor the webhook told: orders whose payment came in unseen, payments of ours that
 * no order knows, bookings that got stuck, refunds that were made elsewhere.
 */

import { settleLater } from './booking.ts';
import type { CheckoutDependencies } from './dependencies.ts';
import type { Order } from './order.ts';
import { findOrder } from './order-queries.ts';
import { type Reconciliation, ReconciliationRun } from './reconciliation-run.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** A failed payment can still be authorized for 3 days. */
const watchedMs = 4 * dayMs;
const recentMs = 3 * dayMs;
const stuckMs = 2 * minuteMs;
const webhookEventsKeptMs = 30 * dayMs;
const batchSize = 50;
const maxPages = 100;

/** Checks become rarer as an order ages: most are simply abandoned. */
function nextCheck(order: Order, now: Date): Date | null {
  const ageMs = now.getTime() - order.createdAt.getTime();
  if (ageMs > watchedMs) return null;
  return new Date(now.getTime() + Math.max(5 * minuteMs, ageMs / 4));
}

/** Orders that nothing was heard of: their payments at Razorpay. */
async function checkQuietOrders(run: ReconciliationRun): Promise<void> {
  const { deps } = run;
  const started = deps.now();
  if (run.all)
    await deps.database
      .updateTable('orders')
      .set({ next_check_at: started })
      .where('next_check_at', '>', started)
      .execute();
  for (let page = 0; page < maxPages; page += 1) {
    const due = await deps.database
      .selectFrom('orders')
      .select('id')
      .where('next_check_at', '<=', started)
      .orderBy('next_check_at')
      .limit(batchSize)
      .execute();
    for (const { id } of due) {
      const order = await findOrder(deps.database, 'id', id);
      if (!order) continue;
      const reachable = await run.attempt(() => checkOrder(run, order), id);
      if (!reachable) return;
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

function isOpen(order: Order): boolean {
  return order.paymentId === null && order.razorpayOrderId !== null;
}

async function checkOrder(run: ReconciliationRun, order: Order): Promise<void> {
  if (!isOpen(order) || order.razorpayOrderId === null) return;
  run.result.ordersChecked += 1;
  await run.take(order, await run.deps.razorpay.paymentsOfOrder(order.razorpayOrderId));
}

/** Payments of the last days: second ones for paid orders, refunds made in Razorpay's own dashboard. */
async function checkRecentPayments(run: ReconciliationRun): Promise<void> {
  const { deps } = run;
  const fromSeconds = Math.floor((deps.now().getTime() - recentMs) / 1000);
  let skip = 0;
  for (let page = 0; page < maxPages; page += 1) {
    const payments = await deps.razorpay.recentPayments(fromSeconds, skip);
    if (payments.length === 0) return;
    skip += payments.length;
    const orderIds = payments.flatMap(({ order_id: orderId }) => orderId ?? []);
    const known = orderIds.length
      ? await deps.database
          .selectFrom('orders')
          .select('razorpay_order_id')
          .where('razorpay_order_id', 'in', orderIds)
          .execute()
      : [];
    // The account may be shared with other shops: only orders of ours count.
    for (const { razorpay_order_id: orderId } of known) {
      if (orderId === null) continue;
      const reachable = await run.attempt(async () => {
        const order = await findOrder(deps.database, 'razorpay_order_id', orderId);
        if (order)
          await run.take(
            order,
            payments.filter((payment) => payment.order_id === orderId),
          );
      });
      if (!reachable) return;
    }
  }
  deps.log.warn({ pages: maxPages }, 'reconciliation: more recent payments than one run reads');
}

/** Payments that are to be given back: somebody may have done so past this system. */
async function checkRefunds(run: ReconciliationRun): Promise<void> {
  const { deps } = run;
  const due = await deps.database
    .selectFrom('order_payments')
    .select(['payment_id', 'order_id'])
    .where('refund', '=', 'due')
    .orderBy('updated_at')
    .limit(200)
    .execute();
  for (const { payment_id: paymentId, order_id: orderId } of due) {
    const reachable = await run.attempt(async () => {
      const order = await findOrder(deps.database, 'id', orderId);
      if (order) await run.take(order, [await deps.razorpay.fetchPayment(paymentId)]);
    }, orderId);
    if (!reachable) return;
  }
}

/** Paid orders without a booking whose job was lost or gave up. */
async function resumeBookings(run: ReconciliationRun): Promise<void> {
  const { deps } = run;
  const now = deps.now();
  const stuck = await deps.database
    .selectFrom('orders')
    .select('id')
    .where('booking', 'in', ['due', 'ordered'])
    .where('updated_at', '<=', new Date(now.getTime() - (run.all ? 0 : stuckMs)))
    .where((where) =>
      where.or([where('booking_claimed_until', 'is', null), where('booking_claimed_until', '<', now)]),
    )
    .orderBy('updated_at')
    .limit(500)
    .execute();
  run.result.bookingsResumed = stuck.length;
  if (stuck.length > 0)
    await settleLater(
      deps,
      stuck.map(({ id }) => id),
    );
}

async function forgetOldEvents(run: ReconciliationRun): Promise<void> {
  await run.deps.database
    .deleteFrom('webhook_events')
    .where('received_at', '<', new Date(run.deps.now().getTime() - webhookEventsKeptMs))
    .execute();
}

/**
 * One run over everything. Safe to run at any time, also beside itself.
 *
 * @param options.all also what is too young to be looked at by itself, such as orders of the last 15 minutes: for
 * the operator who wants to know now, after an outage
 * @returns what was looked at and found, for the log and the operator
 */
export async function reconcile(
  deps: CheckoutDependencies,
  options: { all?: boolean } = {},
): Promise<Reconciliation> {
  const run = new ReconciliationRun(deps, options.all ?? false);
  // Bookings first: they need nothing of Razorpay, which may be the part that is down.
  for (const part of [resumeBookings, checkQuietOrders, checkRecentPayments, checkRefunds, forgetOldEvents])
    await run.attempt(() => part(run));
  return run.result;
}
