/** The status of a booking. It is derived from facts, and never stored. */
import type { BookingStatus, PayerState } from '@meridian/contracts/enrolment/receipt';
import { factsOf, type Order } from '../orders/order.ts';
import { isTaken, payingPart, undecidedPaise } from '../orders/state/order-facts.ts';
import { moneyOf } from './money.ts';

/**
 * @returns true if all money was returned outside this system, and the cancellation of the seats is still to
 * be decided
 */
function isReturnUndecided(order: Order): boolean {
  const paying = payingPart(factsOf(order));
  return paying !== undefined && undecidedPaise(paying) >= paying.amountPaise;
}

/** @returns the state of an order's seats, regardless of its money */
export function statusOf(order: Order): BookingStatus {
  switch (order.booking) {
    case 'booked':
      if (order.cancelledSeats >= order.price.seats) return 'cancelled';
      if (isReturnUndecided(order)) return 'needs_decision';
      return order.cancelledSeats > 0 ? 'partly_cancelled' : 'booked';
    case 'due':
    case 'ordered':
      return 'booking';
    case 'review':
    case 'late':
      return 'needs_decision';
    case 'dropped':
      return 'not_booked';
    case 'none':
      if (Object.values(factsOf(order).payments).some(isTaken))
        return order.state === 'needs_review' ? 'needs_decision' : 'not_booked';
      return order.state === 'created' && order.seatHold === 'released' ? 'not_booked' : 'held';
  }
}

/** @returns the state of seats and money as one value, kept for older clients of the API */
export function payerStateOf(order: Order): PayerState {
  const status = statusOf(order);
  if (status === 'booked' || status === 'partly_cancelled') return 'booked';
  const { paymentId } = order;
  const refund = order.payments.find((payment) => payment.paymentId === paymentId)?.refund;
  const isDue = order.payments.some((payment) => payment.refund === 'due');
  if (status === 'cancelled') {
    if (isDue) return 'refund_due';
    return moneyOf(order).returnedPaise > 0 ? 'refunded' : 'cancelled';
  }
  // If there are two payments, both have to be refunded.
  if (refund === 'done') return isDue ? 'refund_due' : 'refunded';
  if (order.state === 'refunded') return 'refunded';
  if (refund === 'due' || (paymentId === null && order.state === 'refund_due')) return 'refund_due';
  if (paymentId !== null || order.state === 'needs_review') return 'paid';
  return order.state === 'attempted' ? 'confirming' : 'open';
}
