import { transact } from '../../platform/database/transact.ts';
import type { WorkResult } from '../../platform/jobs/jobs.ts';
import { isRemoteError } from '../../platform/remote/remote-error.ts';
import { setAside } from '../orders/cases/set-aside.ts';
import type { CheckoutDependencies } from '../orders/dependencies.ts';
import { findOrder } from '../orders/store/order-queries.ts';
import { applyPayment } from '../payments/apply-payment.ts';
import { bookOrder } from './book-order.ts';

/**
 * Advances an order: asks the provider for its payments while it is unpaid, then books.
 *
 * @returns `retry` if it has to be called again later
 */
export async function advanceOrder(deps: CheckoutDependencies, orderId: string): Promise<WorkResult> {
  let order = await findOrder(deps.database, 'id', orderId);
  if (!order) return 'done';
  if (order.paymentId === null && order.providerOrderId !== null) {
    try {
      const { items, unreadable } = await deps.provider.paymentsOfOrder(order.providerOrderId);
      for (const payment of items) order = await applyPayment(deps, order, payment, { source: 'worker' });
      for (const one of unreadable) await setAside(deps, one, orderId);
    } catch (error) {
      if (!isRemoteError(error, 'payments')) throw error;
      deps.log.warn({ orderId, code: error.code }, 'payments of the order could not be read');
      return error.retry ? 'retry' : 'done';
    }
  }
  return bookOrder(deps, orderId);
}

/** Enqueues orders to be advanced by a worker. */
export async function advanceLater(
  deps: Pick<CheckoutDependencies, 'database' | 'jobs'>,
  orderIds: readonly string[],
): Promise<void> {
  await transact(deps.database, (transaction) => deps.jobs.enqueue('book-order', orderIds, { transaction }));
}
