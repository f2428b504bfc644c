/** Finds disputes, and changes of disputes, if their events were lost. */

import type { ProviderDispute } from '../../partners/payments/provider.ts';
import { isRemoteError } from '../../platform/remote/remote-error.ts';
import { findOrder } from '../orders/store/order-queries.ts';
import { changeOrder } from '../orders/store/order-store.ts';
import { disputeChange } from '../payments/dispute-reports.ts';
import type { ReconciliationRun } from './reconciliation-run.ts';

async function takeDispute(run: ReconciliationRun, dispute: ProviderDispute): Promise<void> {
  const { database } = run.deps;
  const payment = await database
    .selectFrom('order_payments')
    .select('order_id')
    .where('payment_id', '=', dispute.paymentId)
    .executeTakeFirst();
  const order = payment && (await findOrder(database, 'id', payment.order_id));
  const known = order?.payments.find(({ paymentId }) => paymentId === dispute.paymentId);
  if (!order || !known) return;
  // Only changes are recorded, because a dispute that an operator has answered stays open at the bank.
  if (known.disputes.find(({ id }) => id === dispute.id)?.status === dispute.status) return;
  const change = disputeChange(dispute, known, 'reconciler');
  if (!change) return;
  run.countChange(order, (await changeOrder(run.deps, order.id, change)) ?? order);
}

/**
 * Checks the newest disputes, or in a run with `all` all disputes. If the account is not allowed to list
 * disputes, only events report them.
 */
export async function checkDisputes(run: ReconciliationRun): Promise<void> {
  let skip = 0;
  do {
    const page = await disputesFrom(run, skip);
    if (!page || page.count === 0) return;
    skip += page.count;
    for (const dispute of page.items) await run.attempt(() => takeDispute(run, dispute));
  } while (run.all && !run.outOfReach);
}

async function disputesFrom(run: ReconciliationRun, skip: number) {
  try {
    return await run.deps.provider.recentDisputes(skip);
  } catch (error) {
    if (!(isRemoteError(error, 'payments') && ['refused', 'unauthorized'].includes(error.code))) throw error;
    run.deps.log.warn({ code: error.code }, 'reconciliation: this account is not allowed to list disputes');
    return undefined;
  }
}
