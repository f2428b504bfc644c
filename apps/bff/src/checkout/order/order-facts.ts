/** What is known of an order: where its booking stands, and where the money of each of its payments is. */

/** `requested`: committed here, the provider may not know of it yet; the others are the provider's. */
export type RefundState = 'requested' | 'pending' | 'processed' | 'failed';

export interface RefundPart {
  amountPaise: number;
  state: RefundState;
}

/** `open`: somebody has to answer the bank; `waiting`: the bank decides; `over`: it has decided. */
export interface DisputePart {
  state: 'open' | 'waiting' | 'over';
  /** What the bank took from us. */
  lostPaise: number;
}

/** What a payment is to its order, and what became of its money. */
export interface PaymentPart {
  /** `tried`: no money was taken; `pays`: this one pays for the order; `stray`: taken, but does not pay for it. */
  role: 'tried' | 'pays' | 'stray';
  amountPaise: number;
  /** How much of it has to go back in all. */
  duePaise: number;
  /** Given back outside the provider, by the operator's word. */
  transferredPaise: number;
  /** Authorized but never captured: the provider gives it back by itself. */
  uncaptured: boolean;
  /** By our id. */
  refunds: Readonly<Record<string, RefundPart>>;
  /** By the provider's id. */
  disputes: Readonly<Record<string, DisputePart>>;
}

/**
 * Where the booking stands. `due`: to be sent to the upstream; `ordered`: the same, by the operator's decision;
 * `review`: the operator has to decide; `dropped`: not to be made, the money goes back.
 */
export type BookingStep = 'none' | 'due' | 'ordered' | 'booked' | 'review' | 'dropped';

export interface OrderFacts {
  unitPaise: number;
  /** Of all seats. */
  discountPaise: number;
  seats: number;
  totalPaise: number;
  /** Nobody knows any more who buys: nothing can be booked. */
  erased: boolean;
  booking: BookingStep;
  /** The booking has been due for so long that a person has to look. */
  overdue: boolean;
  cancelledSeats: number;
  /** How many of these the upstream has been told of. */
  toldSeats: number;
  /** Money of the booking's payment went back without a decision here: are its seats cancelled? */
  returnUndecided: boolean;
  payments: Readonly<Record<string, PaymentPart>>;
}

/** Money that is out of our hands: refunds that the provider processed, transfers, lost disputes. */
export function returnedPaise(part: PaymentPart): number {
  let paise = part.transferredPaise;
  for (const { state, amountPaise } of Object.values(part.refunds))
    if (state === 'processed') paise += amountPaise;
  for (const { lostPaise } of Object.values(part.disputes)) paise += lostPaise;
  return paise;
}

/** Refunds that were asked for and are neither processed nor failed. */
export function underWayPaise(part: PaymentPart): number {
  let paise = 0;
  for (const { state, amountPaise } of Object.values(part.refunds))
    if (state === 'requested' || state === 'pending') paise += amountPaise;
  return paise;
}

/** What has to go back and is not on its way. */
export function shortfallPaise(part: PaymentPart): number {
  return Math.max(0, part.duePaise - returnedPaise(part) - underWayPaise(part));
}

/** True where money was taken, by us or by the bank for us. */
export function isTaken(part: PaymentPart): boolean {
  return part.role !== 'tried';
}

/** `done`: all of it went back; `due`: some of it still has to; `none`: what is here stays here. */
export function refundOf(part: PaymentPart): 'none' | 'due' | 'done' {
  if (!isTaken(part)) return 'none';
  const returned = returnedPaise(part);
  if (returned >= part.amountPaise && part.amountPaise > 0) return 'done';
  return part.duePaise > returned ? 'due' : 'none';
}

/** A refund beside an open dispute would pay the payer twice. */
export function isDisputed(part: PaymentPart): boolean {
  return Object.values(part.disputes).some(({ state }) => state !== 'over');
}

/** @returns id of the payment that pays for the order, or null while there is none */
export function payingPayment(facts: OrderFacts): string | null {
  for (const [paymentId, part] of Object.entries(facts.payments)) if (part.role === 'pays') return paymentId;
  return null;
}

/** The same as its part. */
export function payingPart(facts: OrderFacts): PaymentPart | undefined {
  return Object.values(facts.payments).find(({ role }) => role === 'pays');
}

/** @returns true while the booking has to be sent to the upstream */
export function bookingIsDue(facts: OrderFacts): boolean {
  return facts.booking === 'due' || facts.booking === 'ordered';
}

/** @returns payments of which something has to go back and is not on its way, with the amount */
export function refundsDue(facts: OrderFacts): { paymentId: string; amountPaise: number }[] {
  return Object.entries(facts.payments).flatMap(([paymentId, part]) => {
    const amountPaise = isTaken(part) ? shortfallPaise(part) : 0;
    return amountPaise > 0 ? [{ paymentId, amountPaise }] : [];
  });
}

const untouched = { duePaise: 0, transferredPaise: 0, uncaptured: false, refunds: {}, disputes: {} };

/** @returns a payment of which nothing but its role is known */
export function newPart(role: PaymentPart['role'], amountPaise: number): PaymentPart {
  return { ...untouched, role, amountPaise, duePaise: role === 'stray' ? amountPaise : 0 };
}

export function withPart(facts: OrderFacts, paymentId: string, part: PaymentPart): OrderFacts {
  return { ...facts, payments: { ...facts.payments, [paymentId]: part } };
}
