import { transact } from '../../platform/database/transact.ts';
import type { WorkResult } from '../../platform/jobs/jobs.ts';
import { isRemoteError } from '../../platform/remote/remote-error.ts';
import { findOrder } from '../orders/store/order-queries.ts';
import type { OrderWriter } from '../orders/store/order-store.ts';
import { askForPayments } from '../payments/ask-for-payments.ts';
import type { PaymentServices } from '../payments/payment-services.ts';
import { bookOrder } from './book-order.ts';
import type { BookingServices } from './booking-services.ts';

/**
 * Advances an order: fetches its payments from the payment provider while it is unpaid, then books it.
 *
 * @returns `retry` if it has to be called again later
 */
export async function advanceOrder(
  deps: BookingServices & PaymentServices,
  orderId: string,
): Promise<WorkResult> {
  const order = await findOrder(deps.database, 'id', orderId);
  if (!order) return 'done';
  try {
    const { failure } = await askForPayments(deps, order, 'worker');
    if (failure) throw failure;
  } catch (error) {
    if (!isRemoteError(error, 'payments')) throw error;
    deps.log.warn({ orderId, code: error.code }, 'payments of the order could not be read');
    return error.retry ? 'retry' : 'done';
  }
  return bookOrder(deps, orderId);
}

/** Enqueues orders to be advanced by a worker. */
export async function advanceLater(deps: OrderWriter, orderIds: readonly string[]): Promise<void> {
  await transact(deps.database, (transaction) => deps.jobs.enqueue('book-order', orderIds, { transaction }));
}
