/** The facts of an order: the step of its booking, and the money of each of its payments. */

/** `requested`: committed here, the provider may not have it yet; the others are the provider's states. */
export type RefundState = 'requested' | 'pending' | 'processed' | 'failed';

export interface RefundPart {
  amountPaise: number;
  state: RefundState;
}

/** `open`: needs a response to the bank; `waiting`: the bank decides; `over`: it has decided. */
export interface DisputePart {
  state: 'open' | 'waiting' | 'over';
  /** What the bank withdrew from us. */
  lostPaise: number;
}

/** A payment's role in its order, and its money. */
export interface PaymentPart {
  /**
   * `tried`: no money was taken; `pays`: pays for the order; `stray`: captured, but unmatched: it does not pay for it.
   */
  role: 'tried' | 'pays' | 'stray';
  amountPaise: number;
  /** How much of it is to be refunded in all. */
  duePaise: number;
  /** Refunded outside the provider, as an operator recorded. */
  transferredPaise: number;
  /** Authorized but never captured: the provider refunds it automatically. */
  uncaptured: boolean;
  /** By our refund id. */
  refunds: Readonly<Record<string, RefundPart>>;
  /** By the provider's dispute id. */
  disputes: Readonly<Record<string, DisputePart>>;
}

/**
 * The step of the booking. `due`: to be sent to the upstream; `ordered`: the same, by an operator's decision; `review`:
 * an operator has to decide; `dropped`: not to be made, the money is refunded.
 */
export type BookingStep = 'none' | 'due' | 'ordered' | 'booked' | 'review' | 'dropped';

export interface OrderFacts {
  unitPaise: number;
  /** Discount of all seats together. */
  discountPaise: number;
  seats: number;
  totalPaise: number;
  /** The buyer's details are erased, so nothing can be booked. */
  erased: boolean;
  booking: BookingStep;
  /** The booking has been due for so long that it needs a person. */
  overdue: boolean;
  cancelledSeats: number;
  /** How many of these the upstream knows. */
  toldSeats: number;
  /**
   * Money of the booking's payment was refunded without a decision here: an operator decides whether seats are
   * cancelled.
   */
  returnUndecided: boolean;
  payments: Readonly<Record<string, PaymentPart>>;
}

/** Money that has left us: processed refunds, transfers, lost disputes. */
export function returnedPaise(part: PaymentPart): number {
  let paise = part.transferredPaise;
  for (const { state, amountPaise } of Object.values(part.refunds))
    if (state === 'processed') paise += amountPaise;
  for (const { lostPaise } of Object.values(part.disputes)) paise += lostPaise;
  return paise;
}

/** Refunds that are neither processed nor failed. */
export function underWayPaise(part: PaymentPart): number {
  let paise = 0;
  for (const { state, amountPaise } of Object.values(part.refunds))
    if (state === 'requested' || state === 'pending') paise += amountPaise;
  return paise;
}

/** What is due and not under way. */
export function shortfallPaise(part: PaymentPart): number {
  return Math.max(0, part.duePaise - returnedPaise(part) - underWayPaise(part));
}

/** True if money was taken, by us or automatically by the bank. */
export function isTaken(part: PaymentPart): boolean {
  return part.role !== 'tried';
}

/** `done`: refunded in full; `due`: some of it is still due; `none`: nothing is to be refunded. */
export function refundOf(part: PaymentPart): 'none' | 'due' | 'done' {
  if (!isTaken(part)) return 'none';
  const returned = returnedPaise(part);
  if (returned >= part.amountPaise && part.amountPaise > 0) return 'done';
  return part.duePaise > returned ? 'due' : 'none';
}

/** True during an open dispute, when a refund would pay the payer twice. */
export function isDisputed(part: PaymentPart): boolean {
  return Object.values(part.disputes).some(({ state }) => state !== 'over');
}

/** @returns id of the payment that pays for the order, or null while there is none */
export function payingPayment(facts: OrderFacts): string | null {
  for (const [paymentId, part] of Object.entries(facts.payments)) if (part.role === 'pays') return paymentId;
  return null;
}

/** @returns the payment that pays for the order, or undefined */
export function payingPart(facts: OrderFacts): PaymentPart | undefined {
  return Object.values(facts.payments).find(({ role }) => role === 'pays');
}

/** @returns true while the booking is to be sent to the upstream */
export function bookingIsDue(facts: OrderFacts): boolean {
  return facts.booking === 'due' || facts.booking === 'ordered';
}

/** @returns the payments with money that is due and not under way, with the amount */
export function refundsDue(facts: OrderFacts): { paymentId: string; amountPaise: number }[] {
  return Object.entries(facts.payments).flatMap(([paymentId, part]) => {
    const amountPaise = isTaken(part) ? shortfallPaise(part) : 0;
    return amountPaise > 0 ? [{ paymentId, amountPaise }] : [];
  });
}

const untouched = { duePaise: 0, transferredPaise: 0, uncaptured: false, refunds: {}, disputes: {} };

/** @returns a payment of which only the role is known */
export function newPart(role: PaymentPart['role'], amountPaise: number): PaymentPart {
  return { ...untouched, role, amountPaise, duePaise: role === 'stray' ? amountPaise : 0 };
}

export function withPart(facts: OrderFacts, paymentId: string, part: PaymentPart): OrderFacts {
  return { ...facts, payments: { ...facts.payments, [paymentId]: part } };
}
