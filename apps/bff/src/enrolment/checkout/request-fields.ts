/**
 * The payment fields of the booking call. They are named after the first payment provider, but carry the ids
 * of any provider.
 */
import type { BookingRequest } from '@meridian/contracts/enrolment/orders';

export const claimFields = {
  orderId: 'razorpay_order_id',
  paymentId: 'razorpay_payment_id',
  signature: 'razorpay_signature',
} as const satisfies Record<string, keyof BookingRequest>;

export interface RequestedClaim {
  orderId: string | undefined;
  paymentId: string | undefined;
  signature: string | undefined;
}

/** @returns the payment that a call names, unverified */
export function readRequestedClaim(request: BookingRequest): RequestedClaim {
  return {
    orderId: request[claimFields.orderId],
    paymentId: request[claimFields.paymentId],
    signature: request[claimFields.signature],
  };
}
