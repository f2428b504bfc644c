/** How payments, refunds and disputes change an order. A step without effect returns the facts themselves. */
import { currency } from '@meridian/contracts/checkout/pricing';
import type { DisputeSeen, OrderEvent, RefundSeen } from './order-events.ts';
import {
  type DisputePart,
  isDisputed,
  isTaken,
  newPart,
  type OrderFacts,
  type PaymentPart,
  payingPayment,
  type RefundState,
  returnedPaise,
  shortfallPaise,
  underWayPaise,
  withPart,
} from './order-facts.ts';

/**
 * True if a payment of this amount would pay for the order: nothing was captured for it before, and amount and currency
 * match. Only such a payment is captured or booked by us.
 */
export function wouldPay(facts: OrderFacts, payment: { amountPaise: number; currency: string }): boolean {
  if (payment.amountPaise !== facts.totalPaise || payment.currency !== currency) return false;
  if (payingPayment(facts) !== null) return false;
  // After a refund of captured money nothing is booked automatically: the operator decides.
  return !Object.values(facts.payments).some(
    (part) => isTaken(part) && !part.uncaptured && returnedPaise(part) + underWayPaise(part) > 0,
  );
}

export function captured(
  facts: OrderFacts,
  event: { paymentId: string; amountPaise: number; currency: string },
): OrderFacts {
  const known = facts.payments[event.paymentId];
  if (known && isTaken(known)) return facts;
  if (!wouldPay(facts, event)) return withPart(facts, event.paymentId, newPart('stray', event.amountPaise));
  const next = withPart(facts, event.paymentId, newPart('pays', event.amountPaise));
  return { ...next, booking: facts.erased ? 'review' : 'due' };
}

/** The provider's events arrive in any order: without a fresh read, a state only moves forward. */
const forward: readonly RefundState[] = ['requested', 'pending', 'processed', 'failed'];

function laterOf(before: RefundState | undefined, event: RefundSeen): RefundState {
  if (before === undefined || event.fresh) return event.state;
  return forward.indexOf(event.state) > forward.indexOf(before) ? event.state : before;
}

const outPaise = (part: PaymentPart) => returnedPaise(part) + underWayPaise(part);

/** Applies a refund of the paying payment, and determines whether it was decided here. */
function moneyMoved(
  facts: OrderFacts,
  paymentId: string,
  before: PaymentPart,
  after: PaymentPart,
): OrderFacts {
  const duePaise = Math.min(after.amountPaise, Math.max(after.duePaise, returnedPaise(after)));
  const next = withPart(facts, paymentId, { ...after, duePaise });
  if (outPaise(after) <= Math.max(before.duePaise, outPaise(before))) return next;
  if (facts.booking === 'booked' || outPaise(after) < after.amountPaise)
    return { ...next, returnUndecided: true };
  const whole = withPart(facts, paymentId, { ...after, duePaise: after.amountPaise });
  // Under review the booking may have been made: the operator closes the case.
  return facts.booking === 'review' ? whole : { ...whole, booking: 'dropped' };
}

/** A refund or a dispute may be reported before the capture of its payment. */
function known(facts: OrderFacts, event: RefundSeen | DisputeSeen, whole: boolean): OrderFacts {
  const part = facts.payments[event.paymentId];
  if (part && isTaken(part)) return facts;
  if (whole) return withPart(facts, event.paymentId, newPart('stray', event.paymentPaise));
  return captured(facts, {
    paymentId: event.paymentId,
    amountPaise: event.paymentPaise,
    currency: event.currency,
  });
}

export function refundSeen(facts: OrderFacts, event: RefundSeen): OrderFacts {
  const whole = !event.captured || event.amountPaise >= event.paymentPaise;
  const base = known(facts, event, whole);
  const part = base.payments[event.paymentId];
  if (!part) return facts;
  const before = part.refunds[event.refundId];
  const state = laterOf(before?.state, event);
  if (before?.state === state) return facts;
  const amountPaise = before?.amountPaise ?? event.amountPaise;
  const next: PaymentPart = {
    ...part,
    uncaptured: part.uncaptured || (base !== facts && !event.captured),
    refunds: { ...part.refunds, [event.refundId]: { amountPaise, state } },
  };
  if (part.role !== 'pays') return withPart(base, event.paymentId, next);
  if (state !== 'failed') return moneyMoved(base, event.paymentId, part, next);
  const failed = withPart(base, event.paymentId, next);
  // Nothing is due, so the refund was made in the dashboard, and its failure would stay unseen.
  return shortfallPaise(next) > 0 ? failed : { ...failed, returnUndecided: true };
}

export function refundRequested(
  facts: OrderFacts,
  event: OrderEvent & { kind: 'refund_requested' },
): OrderFacts {
  const part = facts.payments[event.paymentId];
  if (!part || !isTaken(part) || part.refunds[event.refundId] || isDisputed(part)) return facts;
  if (event.amountPaise <= 0 || event.amountPaise > shortfallPaise(part)) return facts;
  const refund = { amountPaise: event.amountPaise, state: 'requested' as const };
  return withPart(facts, event.paymentId, {
    ...part,
    refunds: { ...part.refunds, [event.refundId]: refund },
  });
}

export function refundRefused(facts: OrderFacts, paymentId: string, refundId: string): OrderFacts {
  const part = facts.payments[paymentId];
  const refund = part?.refunds[refundId];
  if (!part || refund?.state !== 'requested') return facts;
  const refunds = { ...part.refunds, [refundId]: { ...refund, state: 'failed' as const } };
  return withPart(facts, paymentId, { ...part, refunds });
}

function disputeAfter(before: DisputePart | undefined, event: DisputeSeen): DisputePart | undefined {
  if (before?.state === 'over') return before;
  switch (event.phase) {
    case 'opened':
      return before ?? { state: 'open', lostPaise: 0 };
    case 'action':
      return before?.state === 'open' ? before : { state: 'open', lostPaise: 0 };
    case 'waiting':
      return before?.state === 'waiting' ? before : { state: 'waiting', lostPaise: 0 };
    case 'lost':
      return { state: 'over', lostPaise: event.lostPaise };
    default:
      return { state: 'over', lostPaise: 0 };
  }
}

export function disputeSeen(facts: OrderFacts, event: DisputeSeen): OrderFacts {
  const base = known(facts, event, false);
  const part = base.payments[event.paymentId];
  if (!part) return facts;
  const dispute = disputeAfter(part.disputes[event.disputeId], event);
  if (!dispute || dispute === part.disputes[event.disputeId]) return facts;
  const next = { ...part, disputes: { ...part.disputes, [event.disputeId]: dispute } };
  if (part.role !== 'pays' || dispute.lostPaise === 0) return withPart(base, event.paymentId, next);
  return moneyMoved(base, event.paymentId, part, next);
}
