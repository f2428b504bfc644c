import type { BookingData } from '@meridian/contracts/checkout/orders';
import type { PayerState } from '@meridian/contracts/checkout/receipt';
import { type Envelope, success } from '@meridian/contracts/envelope';
import type { Order } from '../orders/order.ts';
import { receiptPath } from '../orders/receipt-path.ts';
import { statementOf } from './statement.ts';
import { payerStateOf } from './status.ts';

/** The answer while the payment itself is not confirmed yet: its payer has paid, as far as they know. */
export const paymentBeingConfirmed =
  'Your payment is being confirmed. Your booking follows as soon as it is.';

export const thanks = 'Your booking is confirmed. Thank you!';

/** The order's state in the booking's answer: money that is being refunded counts as paid. */
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
  // The receipt's first sentence is the thanks' in other words.
  return (status === 'booked' ? [thanks, ...sentences.slice(1)] : [`${headline}.`, ...sentences]).join(' ');
}

/** The answer after a valid signature, which never says that a captured payment failed. */
export function answerToPayer(order: Order): Envelope<BookingData> {
  const state = payerStateOf(order);
  return {
    status: success,
    message: messageOf(order, state),
    data: { state: answeredStates[state], receipt_path: receiptPath(order.receiptToken) },
  };
}

/** @returns the message to a caller who is not known to be the payer: no amounts, and nothing of refunds */
export function messageToAnybody(order: Order): string {
  const state = payerStateOf(order);
  if (state === 'booked') return thanks;
  return state === 'paid' ? `${statementOf(order, 'payer').headline}.` : paymentBeingConfirmed;
}
