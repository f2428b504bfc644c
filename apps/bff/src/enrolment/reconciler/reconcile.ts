/**
 * Finds changes that the browser and the webhook did not report: payments, payments of orders that are
 * missing here, refunds and disputes. Resumes bookings, booking changes and refunds whose jobs were lost.
 */
import { ago } from '../../platform/database/clock.ts';
import { transact } from '../../platform/database/transact.ts';
import { advanceLater } from '../bookings/advance-order.ts';
import { resumeChanges } from '../bookings/send-changes.ts';
import { findOrder } from '../orders/store/order-queries.ts';
import { resumeRefunds } from '../payments/refunds.ts';
import { showOverdueRefunds } from './overdue-refunds.ts';
import { resumeBookings, showMissingCases, showOverdueBookings } from './reconcile-bookings.ts';
import { checkDisputes } from './reconcile-disputes.ts';
import { checkOrder, checkUnpaidOrders } from './reconcile-orders.ts';
import { checkRecentPayments } from './reconcile-payments.ts';
import {
  checkOpenRefunds,
  checkOrderRefunds,
  checkRecentRefunds,
  checkRefundsOfPayment,
} from './reconcile-refunds.ts';
import { type ReconcilerServices, type Reconciliation, ReconciliationRun } from './reconciliation-run.ts';

const dayMs = 24 * 60 * 60_000;
const recentMs = 3 * dayMs;
const webhookRetentionMs = 30 * dayMs;

async function deleteOldEvents(run: ReconciliationRun): Promise<void> {
  await run.deps.database
    .deleteFrom('webhook_events')
    .where('received_at', '<', ago(webhookRetentionMs))
    .execute();
}

export interface ReconcileOptions {
  /**
   * Checks everything, whatever its age, instead of what is due. For operators, after an outage or a restored
   * backup.
   */
  all?: boolean;
  /** Called after each part with the result so far. */
  onPart?: (result: Reconciliation) => Promise<void>;
}

/**
 * Runs the reconciler once. Safe at any time, also concurrently.
 *
 * @returns what was checked and found, for the log and the operator
 */
export async function reconcile(
  deps: ReconcilerServices,
  options: ReconcileOptions = {},
): Promise<Reconciliation> {
  const run = new ReconciliationRun(deps, options.all ?? false);
  const fromSeconds = run.all ? 0 : Math.floor((deps.now().getTime() - recentMs) / 1000);
  // Bookings come first: they do not need the payment provider, which may be down.
  const parts = [
    () => resumeBookings(run),
    async () => {
      run.result.changesResumed = await resumeChanges(deps, { all: run.all });
    },
    () => resumeRefunds(deps, { all: run.all }),
    () => showOverdueBookings(run),
    () => showMissingCases(run),
    () => checkUnpaidOrders(run),
    () => checkRecentPayments(run, fromSeconds),
    () => checkOpenRefunds(run),
    () => showOverdueRefunds(run),
    () => checkRecentRefunds(run, fromSeconds),
    () => checkDisputes(run),
    () => deleteOldEvents(run),
  ];
  for (const part of parts) {
    await run.attempt(part);
    await options.onPart?.(run.result);
  }
  return run.result;
}

/**
 * Reconciles one order, whatever its age and state: its payments, its refunds, its booking.
 *
 * @returns undefined if the order does not exist
 */
export async function reconcileOrder(
  deps: ReconcilerServices,
  orderId: string,
): Promise<Reconciliation | undefined> {
  const before = await findOrder(deps.database, 'id', orderId);
  if (!before) return undefined;
  const run = new ReconciliationRun(deps, true);
  await run.attempt(async () => {
    let order = await checkOrder(run, before);
    await checkOrderRefunds(run, order);
    for (const { paymentId, role } of order.payments)
      if (role !== 'tried') {
        order = (await findOrder(deps.database, 'id', orderId)) ?? order;
        run.countChange(order, await checkRefundsOfPayment(run, order, paymentId));
      }
  }, orderId);
  await advanceLater(deps, [orderId]);
  await transact(deps.database, (transaction) =>
    deps.jobs.enqueue('send-refunds', [orderId], { transaction }),
  );
  return run.result;
}
