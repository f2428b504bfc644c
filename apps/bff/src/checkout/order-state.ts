/**
 * The life of an order as one pure function of what is known and what happened. The browser's call, the webhook,
 * the reconciler, the booking worker and the operator all feed it, in any order and any number of times.
 *
 * What is known only grows: a payment that pays stays the one that pays, a booking that is made stays made. The
 * state is read off it, so an order whose case is settled (a second payment given back) shows again what it is.
 */
import type { OrderState } from '@meridian/contracts/checkout/orders';
import { currency } from '@meridian/contracts/checkout/pricing';

/** What a payment is to its order. */
export interface PaymentPart {
  /** `tried`: no money was taken; `pays`: this one pays for the order; `stray`: captured, but does not pay for it. */
  role: 'tried' | 'pays' | 'stray';
  refund: 'none' | 'due' | 'done';
}

/**
 * Where the booking stands. `due`: to be sent to the upstream; `ordered`: the same, by the operator's decision;
 * `review`: the operator has to decide; `dropped`: not to be made, the money goes back.
 */
export type BookingStep = 'none' | 'due' | 'ordered' | 'booked' | 'review' | 'dropped';

export interface OrderFacts {
  totalPaise: number;
  booking: BookingStep;
  payments: Readonly<Record<string, PaymentPart>>;
}

export type OrderEvent =
  | { kind: 'payment_tried'; paymentId: string }
  | { kind: 'payment_captured'; paymentId: string; amountPaise: number; currency: string }
  | { kind: 'payment_refunded'; paymentId: string }
  | { kind: 'refund_failed'; paymentId: string }
  | { kind: 'booking_confirmed' }
  /** The upstream said no, or may have done the work and cannot be asked again safely. */
  | { kind: 'booking_stuck' }
  | { kind: 'operator_book' }
  | { kind: 'operator_refund' }
  | { kind: 'operator_close' };

/** What has to follow a change, in the same transaction. */
export type Effect = 'book';

export interface Transition {
  facts: OrderFacts;
  state: OrderState;
  effects: readonly Effect[];
  /** False where the event told nothing new. */
  changed: boolean;
}

/** @returns id of the payment that pays for the order, or null while there is none */
export function payingPayment(facts: OrderFacts): string | null {
  for (const [paymentId, part] of Object.entries(facts.payments)) if (part.role === 'pays') return paymentId;
  return null;
}

/** @returns ids of the captured payments that have to be given back */
export function refundsDue(facts: OrderFacts): string[] {
  return Object.keys(facts.payments).filter((paymentId) => facts.payments[paymentId]?.refund === 'due');
}

/** @returns true while the booking has to be sent to the upstream */
export function bookingIsDue(facts: OrderFacts): boolean {
  return facts.booking === 'due' || facts.booking === 'ordered';
}

/** @returns the state that the facts amount to; whatever needs a person comes first */
export function stateOf(facts: OrderFacts): OrderState {
  const parts = Object.values(facts.payments);
  const paying = parts.find((part) => part.role === 'pays');
  const openRefunds = parts.some((part) => part.refund === 'due');
  if (facts.booking === 'review' || facts.booking === 'ordered') return 'needs_review';
  if (openRefunds) return paying ? 'refund_due' : 'needs_review';
  if (paying) {
    if (paying.refund === 'done') return 'refunded';
    return facts.booking === 'booked' ? 'booked' : 'paid';
  }
  if (parts.some((part) => part.role === 'stray')) return 'refunded';
  return parts.length > 0 ? 'attempted' : 'created';
}

/**
 * True where a payment of this amount would pay for the order: nothing was captured for it before, and amount
 * and currency are the order's. Only such a payment is captured by us or booked for.
 */
export function wouldPay(facts: OrderFacts, payment: { amountPaise: number; currency: string }): boolean {
  if (payment.amountPaise !== facts.totalPaise || payment.currency !== currency) return false;
  if (payingPayment(facts) !== null) return false;
  // After a refund nothing is booked by itself any more: the operator decides.
  return !Object.values(facts.payments).some((part) => part.refund === 'done');
}

function withPart(facts: OrderFacts, paymentId: string, part: PaymentPart): OrderFacts {
  return { ...facts, payments: { ...facts.payments, [paymentId]: part } };
}

function captured(facts: OrderFacts, event: OrderEvent & { kind: 'payment_captured' }): OrderFacts {
  const known = facts.payments[event.paymentId];
  if (known && known.role !== 'tried') return facts;
  if (!wouldPay(facts, event)) return withPart(facts, event.paymentId, { role: 'stray', refund: 'due' });
  return { ...withPart(facts, event.paymentId, { role: 'pays', refund: 'none' }), booking: 'due' };
}

function refunded(facts: OrderFacts, paymentId: string): OrderFacts {
  const known = facts.payments[paymentId];
  if (known?.refund === 'done') return facts;
  if (known?.role !== 'pays') return withPart(facts, paymentId, { role: 'stray', refund: 'done' });
  const next = withPart(facts, paymentId, { role: 'pays', refund: 'done' });
  return facts.booking === 'booked' ? next : { ...next, booking: 'dropped' };
}

function confirmed(facts: OrderFacts): OrderFacts {
  // The money went back while the booking was on its way: somebody has to cancel the seat.
  if (facts.booking === 'dropped') return { ...facts, booking: 'review' };
  return facts.booking === 'none' ? facts : { ...facts, booking: 'booked' };
}

function operatorBooks(facts: OrderFacts): OrderFacts {
  const paying = payingPayment(facts);
  if (paying !== null) {
    if (facts.booking !== 'review' || facts.payments[paying]?.refund !== 'none') return facts;
    return { ...facts, booking: 'ordered' };
  }
  // A captured payment of another amount: the operator accepts it as the payment of this order.
  const accepted = refundsDue(facts)[0];
  if (accepted === undefined) return facts;
  return { ...withPart(facts, accepted, { role: 'pays', refund: 'none' }), booking: 'ordered' };
}

function operatorRefunds(facts: OrderFacts): OrderFacts {
  const paying = payingPayment(facts);
  if (paying === null || facts.booking !== 'review' || facts.payments[paying]?.refund !== 'none')
    return facts;
  return { ...withPart(facts, paying, { role: 'pays', refund: 'due' }), booking: 'dropped' };
}

function operatorCloses(facts: OrderFacts): OrderFacts {
  const paying = payingPayment(facts);
  const wasRefunded = paying !== null && facts.payments[paying]?.refund === 'done';
  const payments = Object.fromEntries(
    Object.entries(facts.payments).map(([paymentId, part]) => [
      paymentId,
      part.refund === 'due' ? { ...part, refund: 'done' as const } : part,
    ]),
  );
  const booking = facts.booking !== 'review' ? facts.booking : wasRefunded ? 'dropped' : 'booked';
  return { ...facts, payments, booking };
}

function next(facts: OrderFacts, event: OrderEvent): OrderFacts {
  switch (event.kind) {
    case 'payment_tried':
      return facts.payments[event.paymentId]
        ? facts
        : withPart(facts, event.paymentId, { role: 'tried', refund: 'none' });
    case 'payment_captured':
      return captured(facts, event);
    case 'payment_refunded':
      return refunded(facts, event.paymentId);
    case 'refund_failed': {
      const part = facts.payments[event.paymentId];
      return part?.refund === 'done' ? withPart(facts, event.paymentId, { ...part, refund: 'due' }) : facts;
    }
    case 'booking_confirmed':
      return confirmed(facts);
    case 'booking_stuck':
      return bookingIsDue(facts) ? { ...facts, booking: 'review' } : facts;
    case 'operator_book':
      return operatorBooks(facts);
    case 'operator_refund':
      return operatorRefunds(facts);
    case 'operator_close':
      return operatorCloses(facts);
  }
}

function sameParts(one: OrderFacts, other: OrderFacts): boolean {
  const ids = Object.keys(other.payments);
  if (ids.length !== Object.keys(one.payments).length) return false;
  return ids.every((paymentId) => {
    const before = one.payments[paymentId];
    const after = other.payments[paymentId];
    return before?.role === after?.role && before?.refund === after?.refund;
  });
}

/**
 * @param facts what is known of the order
 * @param event what happened; may be old, repeated or out of order
 * @returns what is known then, the order's state, and what has to follow in the same transaction
 */
export function transition(facts: OrderFacts, event: OrderEvent): Transition {
  const after = next(facts, event);
  const changed = after.booking !== facts.booking || !sameParts(facts, after);
  const effects: Effect[] = changed && bookingIsDue(after) && !bookingIsDue(facts) ? ['book'] : [];
  return { facts: after, state: stateOf(after), effects, changed };
}
