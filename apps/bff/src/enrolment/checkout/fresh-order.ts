import { Refusal } from '../../platform/refusal.ts';
import { isRemoteError } from '../../platform/remote/remote-error.ts';
import { advanceLater } from '../bookings/advance-order.ts';
import type { Order } from '../orders/order.ts';
import { applyPayments } from '../payments/apply-payment.ts';
import type { PaymentServices } from '../payments/payment-services.ts';

const notAsked =
  'We cannot check at the moment whether this order is paid. Please do not pay again until then.';

/**
 * Asks the provider for the payments of an unpaid order. Before someone pays a second time, "not paid" has to be
 * certain.
 *
 * @returns the order with the payments that were found
 * @throws Refusal `partner_unavailable` if the provider does not answer, or refuses to capture the only payment
 */
export async function freshOrder(deps: PaymentServices, order: Order): Promise<Order> {
  if (order.paymentId !== null || order.providerOrderId === null) return order;
  try {
    const { items, unreadable } = await deps.provider.paymentsOfOrder(order.providerOrderId);
    const { order: current, failure } = await applyPayments(deps, order, items, 'browser');
    if (failure) throw failure;
    if (current.paymentId !== null || unreadable.length === 0) return current;
  } catch (error) {
    if (!isRemoteError(error, 'payments')) throw error;
    await advanceLater(deps, [order.id]);
    throw new Refusal('partner_unavailable', 'provider_silent', notAsked, { cause: error });
  }
  // A payment that cannot be read may be the one that pays.
  await advanceLater(deps, [order.id]);
  throw new Refusal('partner_unavailable', 'provider_silent', notAsked);
}
