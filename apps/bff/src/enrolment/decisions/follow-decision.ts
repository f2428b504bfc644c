/** Applies a decision about an order to a copy of its facts, as events. */
import { randomUUIDv7 } from 'node:crypto';
import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import { Refusal } from '../../platform/refusal.ts';
import { isErased, type Order } from '../orders/order.ts';
import type { Posting } from '../orders/state/ledger.ts';
import { cancellationOf, goodwillLimitPaise } from '../orders/state/operator-steps.ts';
import type { OrderEvent } from '../orders/state/order-events.ts';
import {
  isDisputed,
  type OrderFacts,
  owedPaise,
  payingPart,
  payingPayment,
  refundsDue,
  shortfallPaise,
  undecidedPaise,
} from '../orders/state/order-facts.ts';
import { transition } from '../orders/state/order-state.ts';

export type Decision =
  /**
   * Send the booking, or send it again. If no payment pays for the order, first accept an unmatched payment.
   */
  | { kind: 'book' }
  /** Withhold the booking, unless its call is in progress. */
  | { kind: 'withhold' }
  /** Refund the amounts owed, unmatched payments, and the whole payment of an order that is not booked. */
  | { kind: 'refund'; transfer?: string | undefined }
  /** Refund an amount of a booking that keeps its seats. With a credit note it reduces the price. */
  | { kind: 'goodwill'; paise: number; withNote: boolean; transfer?: string | undefined }
  /**
   * Cancel some or all seats of a booking. They are refunded in full, or with `byPolicy` under the refund
   * policy.
   */
  | {
      kind: 'cancel';
      seats?: number | undefined;
      transfer?: string | undefined;
      byPolicy?: boolean | undefined;
      /** Email addresses of the attendees who lose their seats. */
      leaving?: readonly string[] | undefined;
      /** True if a separate email tells the people about the cancellation. */
      isAnnounced?: boolean;
    };

/** An event of a plan, and the number of seats that its refund is for. */
export interface PlannedEvent {
  event: OrderEvent;
  seats?: number;
}

export interface PlanContext {
  now: Date;
  /** @returns the per cent that the terms of the sale refund at a time */
  percentOf: (order: Order, now: Date) => number;
}

const refuse = (code: string, message: string) => new Refusal('conflict', code, message);

const disputedRefusal = (paymentId: string) =>
  refuse(
    'payment_disputed',
    `${paymentId} is disputed, and the bank may refund it as well. Answer the dispute in the payment ` +
      "provider's dashboard first. Try again after the dispute has ended.",
  );

const unanswered = () =>
  refuse(
    'refund_unanswered',
    'The payment provider has not answered an earlier refund yet. Try again in a minute.',
  );

/** Applies events to a copy of the facts. */
export class Draft {
  facts: OrderFacts;
  readonly events: PlannedEvent[] = [];
  readonly postings: Posting[] = [];

  constructor(facts: OrderFacts) {
    this.facts = facts;
  }

  /** @returns false if the event changes nothing */
  take(event: OrderEvent, seats?: number): boolean {
    const { facts, changed } = transition(this.facts, event);
    if (!changed) return false;
    this.facts = facts;
    this.postings.push(...facts.posted);
    this.events.push(seats === undefined ? { event } : { event, seats });
    return true;
  }

  /**
   * Refunds the amounts that are owed now and were not owed before: by bank transfer, or through the payment
   * provider.
   */
  refundNewlyOwed(before: OrderFacts, transfer: string | undefined, seats?: number): void {
    for (const { paymentId, amountPaise } of refundsDue(this.facts)) {
      const part = before.payments[paymentId];
      const paise = amountPaise - (part ? owedPaise(part) : 0);
      if (paise <= 0) continue;
      const only = { paymentId, amountPaise: paise };
      this.take(
        transfer === undefined
          ? { kind: 'refund_requested', refundId: randomUUIDv7(), ...only }
          : { kind: 'operator_transfer', reference: transfer, only },
        seats,
      );
    }
  }
}

const none: OrderFacts['payments'] = {};

function refund(draft: Draft, transfer: string | undefined): void {
  const before = draft.facts;
  const blocked = Object.entries(before.payments).find(
    ([, part]) =>
      isDisputed(part) && (shortfallPaise(part) > 0 || (part.role === 'pays' && before.booking !== 'booked')),
  );
  if (blocked) throw disputedRefusal(blocked[0]);
  draft.take({ kind: 'operator_refund' });
  draft.take({ kind: 'operator_returns_unmatched' });
  // Also requests the amount of a failed refund again.
  draft.refundNewlyOwed({ ...before, payments: none }, transfer);
  const isUnanswered = Object.values(before.payments).some(({ refunds }) =>
    Object.values(refunds).some(({ state }) => state === 'requested'),
  );
  if (draft.events.length === 0 && !isUnanswered)
    throw refuse('nothing_to_refund', 'There is nothing to refund.');
}

interface Cancelled {
  seats: number;
  valuePaise: number;
  policyPercent: number;
  policyRefundPaise: number;
  refundPaise: number;
}

function cancel(
  draft: Draft,
  order: Order,
  decision: Decision & { kind: 'cancel' },
  { now, percentOf }: PlanContext,
): Cancelled {
  const before = draft.facts;
  const left = before.seats - before.cancelledSeats;
  const paying = payingPart(before);
  const seats = decision.seats ?? left;
  if (before.booking !== 'booked' || !paying)
    throw refuse('not_booked', 'The order is not booked: only a full refund is possible.');
  if (isDisputed(paying)) throw disputedRefusal(payingPayment(before) ?? '');
  if (left === 0) throw refuse('seats_short', 'All seats are cancelled already.');
  if (!Number.isInteger(seats) || seats < 1 || seats > left)
    throw refuse(
      'seats_short',
      `The booking has ${left} of ${before.seats} seats left. Give a number from 1 to ${left}.`,
    );
  const policyPercent = percentOf(order, now);
  const percent = decision.byPolicy ? policyPercent : 100;
  const { valuePaise, refundPaise } = cancellationOf(before, paying, { seats, percent });
  const byPolicy = cancellationOf(before, paying, { seats, percent: policyPercent });
  const { isAnnounced = false } = decision;
  if (!draft.take({ kind: 'operator_cancel', seats, percent, isAnnounced }, seats)) throw unanswered();
  draft.refundNewlyOwed(before, decision.transfer, seats);
  return { seats, valuePaise, policyPercent, policyRefundPaise: byPolicy.refundPaise, refundPaise };
}

function giveGoodwill(draft: Draft, { paise, withNote, transfer }: Decision & { kind: 'goodwill' }): void {
  const before = draft.facts;
  const paying = payingPart(before);
  if (before.booking !== 'booked' || !paying)
    throw refuse('not_booked', 'The order is not booked: only a full refund is possible.');
  if (isDisputed(paying)) throw disputedRefusal(payingPayment(before) ?? '');
  if (undecidedPaise(paying) > 0)
    throw refuse(
      'return_undecided',
      'A refund was made without a decision. First close its case with the reason.',
    );
  const limit = goodwillLimitPaise(paying, withNote);
  if (paise > limit)
    throw refuse(
      'goodwill_too_high',
      `At most ${formatPaise(limit)} can be refunded, because no more of the payment is retained.`,
    );
  if (!draft.take({ kind: 'operator_goodwill', paise, withNote })) throw unanswered();
  draft.refundNewlyOwed(before, transfer);
}

function withhold(draft: Draft, order: Order): void {
  if (order.bookingLease === 'held')
    throw refuse('booking_sent', 'The booking is being sent at this moment. Check again in a minute.');
  if (!draft.take({ kind: 'operator_withhold' }))
    throw refuse('nothing_to_withdraw', 'No booking is waiting to be sent.');
}

function book(draft: Draft, order: Order): void {
  if (draft.take({ kind: 'operator_book' })) return;
  throw refuse(
    'nothing_to_book',
    isErased(order)
      ? "The payer's details were erased: the order can only be refunded."
      : 'No booking can be sent: it is made or ordered already, or no complete payment pays for it.',
  );
}

const notBooked: Cancelled = {
  seats: 0,
  valuePaise: 0,
  policyPercent: 0,
  policyRefundPaise: 0,
  refundPaise: 0,
};

/** @throws Refusal `conflict` if the decision does not apply */
export function follow(draft: Draft, order: Order, decision: Decision, context: PlanContext): Cancelled {
  switch (decision.kind) {
    case 'book':
      book(draft, order);
      break;
    case 'withhold':
      withhold(draft, order);
      break;
    case 'refund':
      refund(draft, decision.transfer);
      break;
    case 'goodwill':
      giveGoodwill(draft, decision);
      break;
    case 'cancel':
      return cancel(draft, order, decision, context);
  }
  return notBooked;
}
