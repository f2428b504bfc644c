/** Applies payments and refunds to an order. A step without effect returns the facts unchanged. */
import { currency } from '@meridian/contracts/enrolment/pricing';
import type { Posting } from './ledger.ts';
import type { DisputeSeen, OrderEvent, RefundSeen } from './order-events.ts';
import {
  creditedPaise,
  inProgressPaise,
  isDisputed,
  isTaken,
  keptPaise,
  newPart,
  type OrderFacts,
  owedPaise,
  payingPayment,
  type RefundPart,
  type RefundState,
  returnedPaise,
  undecidedOf,
  undecidedPaise,
  unmatchedPaise,
  withPart,
  withPosting,
} from './order-facts.ts';

/**
 * True if a payment of this amount would pay for the order: no other payment pays for it, no captured payment
 * was refunded or is being refunded, and amount and currency match. We capture and book only such a payment.
 */
export function wouldPay(facts: OrderFacts, payment: { amountPaise: number; currency: string }): boolean {
  if (payment.amountPaise !== facts.totalPaise || payment.currency !== currency) return false;
  if (payingPayment(facts) !== null) return false;
  // After a refund of captured money nothing is booked automatically: the operator decides.
  return !Object.values(facts.payments).some(
    (part) => isTaken(part) && !part.uncaptured && returnedPaise(part) + inProgressPaise(part) > 0,
  );
}

function taken(
  facts: OrderFacts,
  paymentId: string,
  amountPaise: number,
  role: 'pays' | 'unmatched',
): OrderFacts {
  const pays = role === 'pays';
  return withPosting(withPart(facts, paymentId, newPart(role, amountPaise)), {
    paymentId,
    debit: 'gateway',
    credit: pays ? 'customer' : 'unmatched',
    paise: amountPaise,
    reason: pays ? 'sale' : 'unmatched',
    cause: `payment:${paymentId}`,
  });
}

export function captured(
  facts: OrderFacts,
  event: { paymentId: string; amountPaise: number; currency: string },
): OrderFacts {
  const known = facts.payments[event.paymentId];
  if (known && isTaken(known)) return facts;
  if (!wouldPay(facts, event)) return taken(facts, event.paymentId, event.amountPaise, 'unmatched');
  return {
    ...taken(facts, event.paymentId, event.amountPaise, 'pays'),
    booking: facts.erased ? 'review' : 'due',
  };
}

/** Posts `paise`, but at most `limit`. @returns the facts, and the part of `paise` that was not posted */
export function post(
  facts: OrderFacts,
  paise: number,
  limit: number,
  posting: Omit<Posting, 'paise'>,
): [OrderFacts, number] {
  const moved = Math.min(paise, Math.max(0, limit));
  return [withPosting(facts, { ...posting, paise: moved }), paise - moved];
}

/**
 * Offsets the amount owed to the payer against money that was returned without a decision. A refund made in
 * the dashboard, or money taken by the bank, is not refunded again.
 */
export function offset(facts: OrderFacts, paymentId: string, cause: string): OrderFacts {
  let next = facts;
  for (const account of ['undecided', 'disputed'] as const) {
    const part = next.payments[paymentId];
    if (!part) return next;
    [next] = post(next, owedPaise(part), undecidedOf(part, account), {
      paymentId,
      debit: 'owed',
      credit: account,
      reason: account === 'disputed' ? 'dispute' : 'refund',
      cause,
    });
  }
  return next;
}

/** Owes the payer all that remains of a payment whose booking is not made. Money already returned is offset. */
export function oweAll(facts: OrderFacts, paymentId: string, cause: string): OrderFacts {
  const part = facts.payments[paymentId];
  if (!part) return facts;
  const next = withPosting(facts, {
    paymentId,
    debit: 'customer',
    credit: 'owed',
    paise: Math.max(
      0,
      Math.min(keptPaise(part) + undecidedPaise(part), part.amountPaise - creditedPaise(part)),
    ),
    reason: 'no_seats',
    cause,
  });
  return offset(next, paymentId, cause);
}

/**
 * Called after money was returned without a decision here: a dashboard refund, a lost dispute. If the whole payment is
 * returned or being returned and nothing is booked, the booking is dropped. A booking under review may exist at the
 * upstream, so it stays in review until the operator decides.
 */
export function dropIfAllReturned(facts: OrderFacts, paymentId: string, cause: string): OrderFacts {
  const part = facts.payments[paymentId];
  if (part?.role !== 'pays' || facts.booking === 'booked' || undecidedPaise(part) === 0) return facts;
  if (returnedPaise(part) + inProgressPaise(part) < part.amountPaise) return facts;
  const next = oweAll(facts, paymentId, cause);
  return facts.booking === 'review' ? next : { ...next, booking: 'dropped' };
}

/** The payment provider's events arrive in any order: without a fresh read, a state only moves forward. */
const forward: readonly RefundState[] = ['requested', 'pending', 'processed', 'failed'];

function laterOf(before: RefundState | undefined, event: RefundSeen): RefundState {
  if (before === undefined || event.fresh) return event.state;
  // A processed refund is set to failed only by a fresh read from the payment provider.
  if (before === 'processed') return before;
  return forward.indexOf(event.state) > forward.indexOf(before) ? event.state : before;
}

/** Order of the refund states. Each step up or down posts its own ledger entry. */
const stepOf: Record<RefundState, number> = { failed: 0, requested: 1, pending: 2, processed: 3 };

/** First step: posts the refund as requested. Debits `owed` and `unmatched` first, then `undecided`. */
function postRequested(facts: OrderFacts, paymentId: string, refundPaise: number, cause: string): OrderFacts {
  let next = facts;
  let paise = refundPaise;
  const posting = { paymentId, credit: 'requested', reason: 'refund', cause } as const;
  const limits = { owed: owedPaise, unmatched: unmatchedPaise };
  for (const debit of ['owed', 'unmatched'] as const) {
    const part = next.payments[paymentId];
    if (part) [next, paise] = post(next, paise, limits[debit](part), { ...posting, debit });
  }
  return withPosting(next, { ...posting, debit: 'undecided', paise });
}

/**
 * Reverses the first step, because the refund was not made. A refund requested here is owed again. The amount
 * of a refund made elsewhere first reduces the undecided amount. What a decision has accounted for since is
 * owed to the payer, up to the amount paid; of an unmatched payment, it is unmatched again. The rest reverses
 * goodwill.
 */
function reverseRequested(
  facts: OrderFacts,
  paymentId: string,
  { amountPaise, ours }: RefundPart,
  cause: string,
): OrderFacts {
  const part = facts.payments[paymentId];
  if (!part) return facts;
  const back = { paymentId, debit: 'requested', reason: 'refund', cause } as const;
  if (ours) return withPosting(facts, { ...back, credit: 'owed', paise: amountPaise });
  let next = facts;
  let paise = amountPaise;
  for (const credit of ['undecided', 'disputed'] as const)
    [next, paise] = post(next, paise, undecidedOf(part, credit), { ...back, credit });
  const credit = part.role === 'unmatched' ? 'unmatched' : 'owed';
  [next, paise] = post(next, paise, keptPaise(part) + amountPaise, { ...back, credit });
  return withPosting(next, { ...back, credit: 'goodwill', paise });
}

/** Posts the entries for a refund's change of state, one step at a time, in either direction. */
function refundMoved(
  facts: OrderFacts,
  paymentId: string,
  [refundId, refund]: [string, RefundPart],
  from: RefundState | undefined,
): OrderFacts {
  const cause = `refund:${refundId}`;
  const entry = { paymentId, paise: refund.amountPaise, reason: 'refund', cause } as const;
  const to = stepOf[refund.state];
  let next = facts;
  let step = from === undefined ? 0 : stepOf[from];
  while (step < to) {
    step += 1;
    if (step === 1) next = postRequested(next, paymentId, refund.amountPaise, cause);
    if (step === 2) next = withPosting(next, { ...entry, debit: 'in_flight', credit: 'gateway' });
    if (step === 3) next = withPosting(next, { ...entry, debit: 'requested', credit: 'in_flight' });
  }
  while (step > to) {
    if (step === 3) next = withPosting(next, { ...entry, debit: 'in_flight', credit: 'requested' });
    if (step === 2) next = withPosting(next, { ...entry, debit: 'gateway', credit: 'in_flight' });
    if (step === 1) next = reverseRequested(next, paymentId, refund, cause);
    step -= 1;
  }
  return next;
}

/**
 * Adds the payment of a refund or dispute if the payment is missing, because both may be reported before the
 * capture.
 */
export function withReportedPayment(
  facts: OrderFacts,
  event: RefundSeen | DisputeSeen,
  whole: boolean,
  uncaptured: boolean,
): OrderFacts {
  const { paymentId, paymentPaise, currency: paid } = event;
  const part = facts.payments[paymentId];
  if (part && isTaken(part)) return facts;
  if (uncaptured) return withPart(facts, paymentId, newPart('unmatched', paymentPaise, true));
  if (whole) return taken(facts, paymentId, paymentPaise, 'unmatched');
  return captured(facts, { paymentId, amountPaise: paymentPaise, currency: paid });
}

export function refundSeen(facts: OrderFacts, event: RefundSeen): OrderFacts {
  const { paymentId, refundId } = event;
  const whole = event.amountPaise >= event.paymentPaise;
  const base = withReportedPayment(facts, event, whole, !event.captured);
  const part = base.payments[paymentId];
  if (!part) return facts;
  const before = part.refunds[refundId];
  const state = laterOf(before?.state, event);
  if (before?.state === state) return facts;
  const refund: RefundPart = {
    state,
    amountPaise: before?.amountPaise ?? event.amountPaise,
    ours: before?.ours ?? false,
  };
  const next = withPart(base, paymentId, { ...part, refunds: { ...part.refunds, [refundId]: refund } });
  if (part.uncaptured) return next;
  const moved = refundMoved(next, paymentId, [refundId, refund], before?.state);
  return dropIfAllReturned(moved, paymentId, `refund:${refundId}`);
}

export function refundRequested(
  facts: OrderFacts,
  event: OrderEvent & { kind: 'refund_requested' },
): OrderFacts {
  const { paymentId, refundId, amountPaise } = event;
  const part = facts.payments[paymentId];
  if (!part || !isTaken(part) || part.refunds[refundId] || isDisputed(part)) return facts;
  if (amountPaise <= 0 || amountPaise > owedPaise(part)) return facts;
  const refund: RefundPart = { amountPaise, state: 'requested', ours: true };
  const next = withPart(facts, paymentId, { ...part, refunds: { ...part.refunds, [refundId]: refund } });
  return refundMoved(next, paymentId, [refundId, refund], undefined);
}

export function refundRefused(facts: OrderFacts, paymentId: string, refundId: string): OrderFacts {
  const part = facts.payments[paymentId];
  const refund = part?.refunds[refundId];
  if (!part || refund?.state !== 'requested') return facts;
  const failed: RefundPart = { ...refund, state: 'failed' };
  const next = withPart(facts, paymentId, { ...part, refunds: { ...part.refunds, [refundId]: failed } });
  return refundMoved(next, paymentId, [refundId, failed], 'requested');
}
