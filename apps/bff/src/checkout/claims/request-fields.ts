/** The booking call's fields of a payment. They are named after the first provider and hold the ids of any. */
import type { BookingRequest } from '@meridian/contracts/checkout/orders';

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

/** @returns what a call tells of its payment; nothing of it is verified */
export function readRequestedClaim(request: BookingRequest): RequestedClaim {
  return {
    orderId: request[claimFields.orderId],
    paymentId: request[claimFields.paymentId],
    signature: request[claimFields.signature],
  };
}
