import { setAside } from '../orders/cases/set-aside.ts';
import type { Order } from '../orders/order.ts';
import type { EventSource } from '../orders/store/order-tables.ts';
import { applyPayment, capturedFirst } from './apply-payment.ts';
import type { LoggedPaymentServices } from './payment-services.ts';

/**
 * Records the provider's payments of an unpaid order.
 *
 * @returns the order then
 * @throws RemoteError if the provider does not answer
 */
export async function askForPayments(
  deps: LoggedPaymentServices,
  order: Order,
  source: EventSource,
): Promise<Order> {
  if (order.paymentId !== null || order.providerOrderId === null) return order;
  const { items, unreadable } = await deps.provider.paymentsOfOrder(order.providerOrderId);
  let current = order;
  for (const payment of capturedFirst(items))
    current = await applyPayment(deps, current, payment, { source });
  for (const one of unreadable) await setAside(deps, one, order.id);
  return current;
}
