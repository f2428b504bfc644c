import { setAside } from '../orders/cases/set-aside.ts';
import type { Order } from '../orders/order.ts';
import type { EventSource } from '../orders/store/order-tables.ts';
import { type Applied, applyPayments } from './apply-payment.ts';
import type { LoggedPaymentServices } from './payment-services.ts';

/**
 * Fetches and records the payments of an unpaid order from the payment provider.
 *
 * @throws RemoteError if the payments cannot be read: `refused` if the payment provider does not know the
 * order
 */
export async function askForPayments(
  deps: LoggedPaymentServices,
  order: Order,
  source: EventSource,
): Promise<Applied> {
  if (order.paymentId !== null || order.providerOrderId === null) return { order, failure: null };
  const { items, unreadable } = await deps.provider.paymentsOfOrder(order.providerOrderId);
  for (const one of unreadable) await setAside(deps, one, order.id);
  return applyPayments(deps, order, items, source);
}
