/** Refused calls of the checkout: a mistake, or an attempt at fraud. */
import type { BookingRequest } from '@meridian/contracts/checkout/orders';
import { HttpProblem } from '../../http/errors.ts';
import type { CheckoutDependencies } from '../dependencies.ts';
import { readRequestedClaim } from './request-fields.ts';

/** For a caller who may have paid all the same; it says nothing of what is known here. */
export const notConfirmed =
  'This payment could not be confirmed here. If money has left your account, it is safe, and your booking follows by itself: please do not pay again before you have looked at your receipt or asked us.';

/** @returns what a booking call is refused with, naming the field at fault */
export function refuse(field: keyof BookingRequest, message: string): HttpProblem {
  return new HttpProblem(400, message, { errors: { [field]: [message] } });
}

/**
 * Tells the operator which call was refused and why, and nothing of what else was in it: what is no id of the provider's
 * may be anything, a person's name too.
 */
export function logRefusal(
  { log, provider }: Pick<CheckoutDependencies, 'log' | 'provider'>,
  request: BookingRequest,
  error: unknown,
): void {
  if (!(error instanceof HttpProblem) || error.errors === undefined) return;
  const { orderId, paymentId = request.transaction_id } = readRequestedClaim(request);
  log.warn(
    {
      providerOrderId: provider.isId('order', orderId) ? orderId : undefined,
      paymentId: provider.isId('payment', paymentId) ? paymentId : undefined,
      fields: Object.keys(error.errors),
      reason: error.message,
    },
    'booking call refused',
  );
}
