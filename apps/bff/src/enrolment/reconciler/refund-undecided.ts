/** Refunds money whose decision deadline has passed. */
import { type Kysely, sql } from 'kysely';
import { readClock } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import { lockOrder } from '../orders/store/order-queries.ts';
import { applyEvent } from '../orders/store/order-store.ts';
import type { LoggedPaymentServices } from '../payments/payment-services.ts';
import { requestRefund } from '../payments/refunds.ts';

const batchSize = 200;
const note = 'No decision within 24 hours: refunded automatically';

/** @returns payments whose deadline has passed, the oldest first */
async function overduePayments(database: Kysely<Database>) {
  const { rows } = await sql<{ paymentId: string; orderId: string }>`
    select payment_id as "paymentId", order_id as "orderId" from refund_deadlines
    where auto_refund_at <= now()
    order by auto_refund_at limit ${batchSize}`.execute(database);
  return rows;
}

/**
 * Runs under the order's lock, because a dispute or an operator's decision may end the deadline concurrently.
 */
async function refund(
  { database, jobs }: LoggedPaymentServices,
  { paymentId, orderId }: { paymentId: string; orderId: string },
): Promise<boolean> {
  return transact(database, async (transaction) => {
    const order = await lockOrder(transaction, 'id', orderId);
    const payment = order?.payments.find((one) => one.paymentId === paymentId);
    const now = await readClock(transaction);
    if (!order || !payment?.autoRefundAt || payment.autoRefundAt > now) return false;
    const reported = { source: 'reconciler', note } as const;
    const event = { kind: 'decision_overdue', paymentId } as const;
    const owed = await applyEvent(transaction, jobs, order, { event, ...reported });
    await requestRefund(transaction, jobs, owed, { paymentId, ...reported });
    return true;
  });
}

/**
 * Requests the refund of each payment whose deadline has passed, by the database's clock. Safe to run
 * concurrently.
 *
 * @returns the number of payments
 */
export async function refundUndecided(deps: LoggedPaymentServices): Promise<number> {
  let refunded = 0;
  for (const overdue of await overduePayments(deps.database))
    try {
      if (await refund(deps, overdue)) refunded += 1;
    } catch (error) {
      deps.log.error({ err: error, orderId: overdue.orderId }, 'an undecided payment could not be refunded');
    }
  return refunded;
}
