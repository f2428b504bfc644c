/** Ends expired holds of unpaid orders, after asking the payment provider whether they are paid. */

import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { isRemoteError } from '../../platform/remote/remote-error.ts';
import type { Order } from '../orders/order.ts';
import { releaseUnpaid } from '../orders/release-unpaid.ts';
import { findOrder } from '../orders/store/order-queries.ts';
import { askForPayments } from '../payments/ask-for-payments.ts';
import type { LoggedPaymentServices } from '../payments/payment-services.ts';

const batchSize = 100;
/** Matches the condition of the partial index `orders_holding`. */
const isHolding = sql<boolean>`seat_hold = 'held' and payment_id is null`;
/** After this number of failures in a row, the payment provider counts as down. */
const maxUnanswered = 3;

/** @returns orders whose holds have expired, the oldest first */
async function overdueHolds(database: Kysely<Database>): Promise<string[]> {
  const rows = await database
    .selectFrom('orders')
    .select('id')
    .where(isHolding)
    .where('held_until', '<=', sql<Date>`now()`)
    .orderBy('held_until')
    .limit(batchSize)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * `over`: the hold has ended; `kept`: a payment waits to be captured; `unanswered`: it is unknown whether the
 * order is paid.
 */
type Outcome = 'over' | 'kept' | 'unanswered';

/** @throws RemoteError as `askForPayments` */
async function isPaymentWaiting(deps: LoggedPaymentServices, order: Order): Promise<boolean> {
  const { failure } = await askForPayments(deps, order, 'worker');
  if (failure && failure.code !== 'refused') throw failure;
  return failure !== null;
}

async function release(deps: LoggedPaymentServices, orderId: string): Promise<Outcome> {
  const order = await findOrder(deps.database, 'id', orderId);
  if (!order) return 'over';
  try {
    if (await isPaymentWaiting(deps, order)) {
      deps.log.warn({ orderId }, 'a hold has ended, and the payment of its order could not be captured');
      return 'kept';
    }
  } catch (error) {
    // The payment provider does not know the order, so nobody can have paid it.
    const isUnknown = isRemoteError(error, 'payments') && error.code === 'refused';
    if (!isUnknown) {
      const why = isRemoteError(error, 'payments') ? { code: error.code } : { err: error };
      deps.log.warn(
        { orderId, ...why },
        'a hold has ended, and it is not known yet whether its order is paid',
      );
      return 'unanswered';
    }
  }
  await releaseUnpaid(deps.database, orderId);
  return 'over';
}

export interface ReleasedHolds {
  holdsChecked: number;
  holdsReleased: number;
}

/** Ends expired holds. While the payment provider is down, the holds stay. Safe to run concurrently. */
export async function releaseOverdueHolds(deps: LoggedPaymentServices): Promise<ReleasedHolds> {
  const result = { holdsChecked: 0, holdsReleased: 0 };
  let unanswered = 0;
  for (const orderId of await overdueHolds(deps.database)) {
    if (unanswered >= maxUnanswered) break;
    result.holdsChecked += 1;
    const outcome = await release(deps, orderId);
    unanswered = outcome === 'unanswered' ? unanswered + 1 : 0;
    if (outcome === 'over') result.holdsReleased += 1;
  }
  return result;
}
