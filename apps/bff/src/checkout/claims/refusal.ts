/** Refused calls of the checkout: a mistake, or an attempt at fraud. */
import type { BookingRequest } from '@meridian/contracts/checkout/orders';
import { HttpProblem } from '../../http/errors.ts';
import type { CheckoutDependencies } from '../dependencies.ts';

/** For a caller who may have paid all the same; it says nothing of what is known here. */
export const notConfirmed =
  'This payment could not be confirmed here. If money has left your account, it is safe, and your booking follows by itself: please do not pay again before you have looked at your receipt or asked us.';

/** @returns what a booking call is refused with, naming the field at fault */
export function refuse(field: keyof BookingRequest, message: string): HttpProblem {
  return new HttpProblem(400, message, { errors: { [field]: [message] } });
}

/** An id as it was claimed. Anything that is no such id may be anything, a person's name too, and is left out. */
function claimedId(kind: 'order' | 'pay', value: string | undefined): string | undefined {
  return value !== undefined && new RegExp(`^${kind}_[A-Za-z0-9]{14}$`).test(value) ? value : undefined;
}

/** Tells the operator which call was refused and why, and nothing of what else was in it. */
export function logRefusal(deps: Pick<CheckoutDependencies, 'log'>, request: BookingRequest, error: unknown) {
  if (!(error instanceof HttpProblem) || error.errors === undefined) return;
  deps.log.warn(
    {
      razorpayOrderId: claimedId('order', request.razorpay_order_id),
      paymentId: claimedId('pay', request.razorpay_payment_id ?? request.transaction_id),
      fields: Object.keys(error.errors),
      reason: error.message,
    },
    'booking call refused',
  );
}
