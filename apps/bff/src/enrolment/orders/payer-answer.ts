import type { BookingData } from '@meridian/contracts/checkout/orders';
import type { PayerState } from '@meridian/contracts/checkout/receipt';
import { type Envelope, success } from '@meridian/contracts/envelope';
import { factsOf, isBooked, type Order } from './order.ts';
import { receiptPath } from './receipt-path.ts';
import { payingPayment } from './state/order-facts.ts';

/** @returns the state that the payer sees: an operator's case is "being confirmed" to them */
export function payerStateOf(order: Order): PayerState {
  if (isBooked(order)) return 'booked';
  const paying = payingPayment(factsOf(order));
  const refund = order.payments.find(({ paymentId }) => paymentId === paying)?.refund;
  // Of two payments, both have to be refunded.
  if (refund === 'done' && order.payments.some((payment) => payment.refund === 'due')) return 'refund_due';
  if (refund === 'done' || order.state === 'refunded') return 'refunded';
  if (refund === 'due' || (paying === null && order.state === 'refund_due')) return 'refund_due';
  if (paying !== null || order.state === 'needs_review') return 'paid';
  return order.state === 'attempted' ? 'confirming' : 'open';
}

export const messages: Record<PayerState, string> = {
  booked: 'Your booking is confirmed. Thank you!',
  paid: 'Payment received. Your booking is being confirmed.',
  confirming: 'Your payment is being confirmed. Your booking follows as soon as it is.',
  refund_due: 'Your payment is being given back to you.',
  refunded: 'Your payment was given back to you.',
  open: 'This order is not paid yet.',
};

/** The order's state in the booking's answer: money that is being refunded counts as paid. */
const answeredStates = {
  booked: 'booked',
  paid: 'paid',
  confirming: 'paid',
  open: 'paid',
  refund_due: 'refund_due',
  refunded: 'refunded',
} as const satisfies Record<PayerState, BookingData['state']>;

/**
 * The answer after a valid signature, which never says that a captured payment failed.
 *
 * @param paymentId the payment that the caller named
 */
export function answerToPayer(order: Order, paymentId: string): Envelope<BookingData> {
  const state = payerStateOf(order);
  const said = messages[state === 'open' ? 'confirming' : state];
  const second = order.payments.find(
    (payment) => payment.paymentId === paymentId && payment.role === 'stray',
  );
  const message =
    second && order.paymentId !== null
      ? `${said} You paid twice: the second payment will be given back to you.`
      : said;
  return {
    status: success,
    message,
    data: { state: answeredStates[state], receipt_path: receiptPath(order.receiptToken) },
  };
}
