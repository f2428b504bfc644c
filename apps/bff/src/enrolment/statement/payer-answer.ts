import type { BookingData } from '@meridian/contracts/enrolment/orders';
import type { PayerState } from '@meridian/contracts/enrolment/receipt';
import { type Envelope, success } from '@meridian/contracts/envelope';
import type { Order } from '../orders/order.ts';
import { receiptPath } from '../orders/receipt-path.ts';
import { statementOf } from './statement.ts';
import { payerStateOf } from './status.ts';

/** The message while a payment is not confirmed, although the payer's browser has reported the payment. */
export const paymentBeingConfirmed =
  'Your payment is being confirmed. Your booking will be made as soon as it is confirmed.';

const thanks = 'Your booking is confirmed. Thank you!';

/**
 * The order's state in the answer to the booking call. A payment that is not confirmed yet counts as paid.
 */
const answeredStates = {
  booked: 'booked',
  paid: 'paid',
  confirming: 'paid',
  open: 'paid',
  refund_due: 'refund_due',
  refunded: 'refunded',
  cancelled: 'cancelled',
} as const satisfies Record<PayerState, BookingData['state']>;

function messageOf(order: Order, state: PayerState): string {
  if (state === 'open' || state === 'confirming') return paymentBeingConfirmed;
  const { status, headline, sentences } = statementOf(order, 'payer');
  // The receipt's first sentence repeats the thanks.
  return (status === 'booked' ? [thanks, ...sentences.slice(1)] : [`${headline}.`, ...sentences]).join(' ');
}

/** @returns the answer after a valid signature; it never says that a captured payment failed */
export function answerToPayer(order: Order): Envelope<BookingData> {
  const state = payerStateOf(order);
  return {
    status: success,
    message: messageOf(order, state),
    data: { state: answeredStates[state], receipt_path: receiptPath(order.receiptToken) },
  };
}

/**
 * @returns the answer to a caller who may not be the payer, without amounts and refunds; undefined for an
 * order that is neither booked nor about to be
 */
export function answerToAnybody(order: Order): Envelope<BookingData> | undefined {
  const state = payerStateOf(order);
  if (state === 'booked') return { status: success, message: thanks, data: { state } };
  if (state !== 'paid' && state !== 'confirming') return undefined;
  const message = state === 'paid' ? `${statementOf(order, 'payer').headline}.` : paymentBeingConfirmed;
  return { status: success, message, data: { state: 'paid' } };
}
