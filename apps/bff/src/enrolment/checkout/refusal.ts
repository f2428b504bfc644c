/** Refusals of the booking call, and their log lines. */

import type { BookingRequest } from '@meridian/contracts/enrolment/orders';
import type { FastifyBaseLogger } from 'fastify';
import type { PaymentProvider } from '../../partners/payments/provider.ts';
import { invalidField, Refusal } from '../../platform/refusal.ts';
import { readRequestedClaim } from './request-fields.ts';

/** The message for a caller who may have paid. It reveals nothing about the order. */
export const notConfirmed =
  'This payment could not be confirmed here. If money has left your account, please wait: your booking is made or the money is refunded automatically. Do not pay again before you have checked your booking page or asked us.';

/** @returns the refusal of a booking call, with the invalid field */
export function refuse(field: keyof BookingRequest, message: string): Refusal {
  return invalidField('claim_invalid', field, message);
}

/**
 * Logs a call that was refused because of its fields, and the reason. Values that are not ids of the payment
 * provider are left out, because they may be personal data.
 */
export function logRefusal(
  { log, provider }: { log: Pick<FastifyBaseLogger, 'warn'>; provider: Pick<PaymentProvider, 'isId'> },
  request: BookingRequest,
  error: unknown,
): void {
  if (!(error instanceof Refusal) || error.errors === undefined) return;
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
