/**
 * The state machine of an order: a pure function of its facts and an event. The browser's call, the webhook,
 * the reconciler, the booking worker and the operator all report events, in any order and any number of
 * times.
 * Facts are monotonic: the payment that pays never changes, and a booking that is made stays made. The
 * booking and each payment's money are decided separately. State and cases are derived from both.
 */
import type { OrderState } from '@meridian/contracts/enrolment/orders';
import { caseClosed } from './close-case-step.ts';
import { disputeSeen } from './dispute-steps.ts';
import {
  bookingDropped,
  operatorBooks,
  operatorCancels,
  operatorGivesGoodwill,
  operatorTransfers,
  operatorWithholds,
  priceReduced,
  unmatchedOwed,
} from './operator-steps.ts';
import type { OrderEvent } from './order-events.ts';
import {
  bookingIsDue,
  isTaken,
  keptPaise,
  newPart,
  type OrderFacts,
  payingPart,
  payingPayment,
  refundOf,
  returnedPaise,
  shortfallPaise,
  undecidedPaise,
  withPart,
} from './order-facts.ts';
import { captured, refundRefused, refundRequested, refundSeen } from './payment-steps.ts';

/** An effect that must follow a change in the same transaction. */
export type Effect = 'book';

export interface Transition {
  facts: OrderFacts;
  state: OrderState;
  effects: readonly Effect[];
  /** False if the event changed nothing. */
  changed: boolean;
}

/** @returns the state of the order; states that need an operator take precedence */
export function stateOf(facts: OrderFacts): OrderState {
  if (['review', 'late', 'ordered'].includes(facts.booking)) return 'needs_review';
  const parts = Object.values(facts.payments);
  const taken = parts.filter(isTaken);
  const paying = payingPart(facts);
  if (taken.some((part) => refundOf(part) === 'due'))
    return paying || taken.every((part) => shortfallPaise(part) === 0) ? 'refund_due' : 'needs_review';
  if (paying) {
    if (facts.cancelledSeats >= facts.seats) return returnedPaise(paying) > 0 ? 'refunded' : 'cancelled';
    if (facts.booking === 'booked')
      return undecidedPaise(paying) >= paying.amountPaise ? 'refunded' : 'booked';
    return refundOf(paying) === 'done' ? 'refunded' : 'paid';
  }
  if (taken.length > 0) return 'refunded';
  return parts.length > 0 ? 'attempted' : 'created';
}

function confirmed(facts: OrderFacts): OrderFacts {
  if (facts.booking === 'none' || facts.booking === 'booked') return facts;
  const paying = payingPart(facts);
  // The money was refunded while the booking was in progress: an operator has to cancel the seats.
  if (paying && keptPaise(paying) <= 0)
    return facts.booking === 'review' ? facts : { ...facts, booking: 'review' };
  return { ...facts, booking: 'booked' };
}

function stuck(facts: OrderFacts, mayExistUpstream: boolean): OrderFacts {
  if (bookingIsDue(facts) || (mayExistUpstream && ['late', 'dropped'].includes(facts.booking)))
    return { ...facts, booking: 'review' };
  return facts;
}

/** The number of reported seats never decreases, because an older answer may arrive late. */
function cancellationReported(facts: OrderFacts, cancelledSeats: number): OrderFacts {
  const reportedSeats = Math.min(cancelledSeats, facts.cancelledSeats);
  return reportedSeats > facts.reportedSeats ? { ...facts, reportedSeats } : facts;
}

/**
 * No seats are left, so the money is refunded, unless an operator is asked first or has ordered the booking.
 */
function withoutSeats(facts: OrderFacts, policy: 'refund' | 'ask'): OrderFacts {
  if (facts.booking !== 'due') return facts;
  return policy === 'ask' ? { ...facts, booking: 'late' } : bookingDropped(facts);
}

/** The money of a payment that waits for a decision is owed to the payer. */
function decisionOverdue(facts: OrderFacts, paymentId: string): OrderFacts {
  if (facts.booking === 'late' && payingPayment(facts) === paymentId) return bookingDropped(facts);
  return unmatchedOwed(facts, paymentId);
}

function next(facts: OrderFacts, event: OrderEvent): OrderFacts {
  switch (event.kind) {
    case 'payment_tried':
      return facts.payments[event.paymentId] ? facts : withPart(facts, event.paymentId, newPart('tried', 0));
    case 'payment_captured':
      return captured(facts, event);
    case 'refund_requested':
      return refundRequested(facts, event);
    case 'refund_refused':
      return refundRefused(facts, event.paymentId, event.refundId);
    case 'refund_seen':
      return refundSeen(facts, event);
    case 'dispute_seen':
      return disputeSeen(facts, event);
    case 'booking_confirmed':
      return confirmed(facts);
    case 'booking_stuck':
      return stuck(facts, event.mayExistUpstream);
    case 'seats_gone':
      return withoutSeats(facts, event.policy);
    case 'batch_gone':
      return facts.booking === 'due' ? bookingDropped(facts) : facts;
    case 'decision_overdue':
      return decisionOverdue(facts, event.paymentId);
    case 'price_reduced':
      return priceReduced(facts, event);
    case 'upstream_notified':
      return cancellationReported(facts, event.cancelledSeats);
    case 'booking_overdue':
      return bookingIsDue(facts) && !facts.overdue ? { ...facts, overdue: true } : facts;
    case 'operator_book':
      return operatorBooks(facts);
    case 'operator_withhold':
      return operatorWithholds(facts);
    case 'operator_refund':
      return bookingDropped(facts);
    case 'operator_returns_unmatched':
      return unmatchedOwed(facts);
    case 'operator_cancel':
      return operatorCancels(facts, event.seats, event.percent);
    case 'operator_goodwill':
      return operatorGivesGoodwill(facts, event);
    case 'operator_transfer':
      return operatorTransfers(facts, event);
    case 'case_settled':
      return caseClosed(facts, event);
  }
}

/**
 * @param facts the facts of the order
 * @param event may be late, repeated or out of order
 * @returns the new facts, the order's state, and the effects that must follow in the same transaction
 */
export function transition(facts: OrderFacts, event: OrderEvent): Transition {
  const base = facts.posted.length === 0 ? facts : { ...facts, posted: [] };
  const after = next(base, event);
  const changed = after !== base;
  const current = after.overdue && !bookingIsDue(after) ? { ...after, overdue: false } : after;
  // A booking that the operator orders is sent immediately, even if a booking is already due.
  const starts = !bookingIsDue(facts) || event.kind === 'operator_book';
  const effects: Effect[] = changed && bookingIsDue(current) && starts ? ['book'] : [];
  return { facts: changed ? current : facts, state: stateOf(current), effects, changed };
}
