import { Refusal } from '../../platform/refusal.ts';
import { isRemoteError } from '../../platform/remote/remote-error.ts';
import { advanceLater } from '../bookings/advance-order.ts';
import type { Order } from '../orders/order.ts';
import { applyPayments } from '../payments/apply-payment.ts';
import type { PaymentServices } from '../payments/payment-services.ts';

const notAsked =
  'We cannot check at the moment whether this order is paid. Please do not pay again. Check again in a minute.';

/**
 * Fetches the payments of an unpaid order from the payment provider. An order must be known to be unpaid
 * before its payer pays a second time.
 *
 * @returns the order with the payments found
 * @throws Refusal `partner_unavailable` if the payment provider does not answer, a payment cannot be
 * captured, or a payment cannot be read
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
  // An unreadable payment may be the one that pays for the order.
  await advanceLater(deps, [order.id]);
  throw new Refusal('partner_unavailable', 'provider_silent', notAsked);
}
