/** The facts of an order: the step of its booking, and the money of each payment. */
import type { CouponRule } from '@meridian/contracts/enrolment/refundable';
import {
  creditOf,
  debitOf,
  type Flows,
  netFlow,
  type Posting,
  transferredPaise,
  withEntry,
} from './ledger.ts';

/**
 * `requested`: committed here, but the payment provider may not have it yet; the others are the payment
 * provider's states.
 */
export type RefundState = 'requested' | 'pending' | 'processed' | 'failed';

export interface RefundPart {
  amountPaise: number;
  state: RefundState;
  /**
   * True if requested here; false for a refund made in the payment provider's dashboard, or automatically by
   * the payment provider.
   */
  ours: boolean;
}

/** `open`: needs a response to the bank; `waiting`: the bank decides; `over`: the bank has decided. */
export interface DisputePart {
  state: 'open' | 'waiting' | 'over';
  /** The amount that the bank took back. */
  lostPaise: number;
}

/** A payment's role in its order, and its money. */
export interface PaymentPart {
  /**
   * `tried`: no money was taken; `pays`: pays for the order; `unmatched`: money was taken, and does not pay
   * for the order.
   */
  role: 'tried' | 'pays' | 'unmatched';
  amountPaise: number;
  /**
   * True if authorized but never captured: the payment provider refunds it automatically, and it has no
   * entries.
   */
  uncaptured: boolean;
  /** Sums of the payment's entries. */
  flows: Flows;
  /** By our refund id, the oldest first. */
  refunds: Readonly<Record<string, RefundPart>>;
  /** By the payment provider's dispute id. */
  disputes: Readonly<Record<string, DisputePart>>;
}

/**
 * The step of the booking. `due`: to be sent to the upstream; `ordered`: like `due`, by an operator's
 * decision; `review`: an operator has to decide; `late`: like `review`, until a deadline, for a payment that
 * found no free seats; `dropped`: not to be made, and the money is refunded.
 */
export type BookingStep = 'none' | 'due' | 'ordered' | 'booked' | 'review' | 'late' | 'dropped';

export interface OrderFacts {
  unitPaise: number;
  /** The coupon's rule at the sale. */
  coupon: CouponRule | null;
  /** After a move to a cheaper batch: price of a seat, and value of the remaining seats with GST. */
  repriced: { unitPaise: number; valuePaise: number } | null;
  seats: number;
  totalPaise: number;
  /** Rate of the tax that the price includes. */
  gstPercent: number;
  /** True if the payer's details are erased, so that nothing can be booked. */
  erased: boolean;
  booking: BookingStep;
  /** True if the booking has been due for so long that it needs an operator. */
  overdue: boolean;
  cancelledSeats: number;
  /** Number of cancelled seats that the upstream knows about. */
  reportedSeats: number;
  payments: Readonly<Record<string, PaymentPart>>;
  /** Entries of the last event, to be stored with it. */
  posted: readonly Posting[];
}

const sumOfAll = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

const sumOf = (part: PaymentPart, ...states: RefundState[]) =>
  Object.values(part.refunds).reduce(
    (sum, { state, amountPaise }) => (states.includes(state) ? sum + amountPaise : sum),
    0,
  );

/** @returns the amount lost in disputes, in paise */
export function lostPaise(part: PaymentPart): number {
  if (part.uncaptured) return 0;
  return Object.values(part.disputes).reduce((sum, dispute) => sum + dispute.lostPaise, 0);
}

/** @returns the money that was returned: processed refunds, transfers and lost disputes, in paise */
export function returnedPaise(part: PaymentPart): number {
  if (part.role === 'tried') return 0;
  if (part.uncaptured) return sumOf(part, 'processed');
  const refunded = netFlow(part.flows, 'requested', 'in_flight');
  return refunded + transferredPaise(part.flows) + lostPaise(part);
}

/** @returns the refunds that are neither processed nor failed, in paise */
export function inProgressPaise(part: PaymentPart): number {
  return part.uncaptured ? sumOf(part, 'requested', 'pending') : creditOf(part.flows, 'requested');
}

/** @returns the amount owed to the payer and not requested at the payment provider, in paise */
export const owedPaise = (part: PaymentPart): number => creditOf(part.flows, 'owed');

/**
 * @returns the captured money that pays for no order, in paise; it is refunded after an operator's decision,
 * or automatically after a day
 */
export const unmatchedPaise = (part: PaymentPart): number => creditOf(part.flows, 'unmatched');

/**
 * @returns the money of an account that was returned without a decision here, in paise. The event of a lost
 * dispute adds the amount. The deduction is posted from a settlement's row, before or after the event.
 */
export function undecidedOf(part: PaymentPart, account: 'undecided' | 'disputed'): number {
  if (account === 'undecided') return debitOf(part.flows, account);
  return lostPaise(part) + debitOf(part.flows, account) - netFlow(part.flows, account, 'gateway');
}

/**
 * @returns the money returned without a decision here, by refunds in the dashboard and lost disputes, in
 * paise
 */
export const undecidedPaise = (part: PaymentPart): number =>
  undecidedOf(part, 'undecided') + undecidedOf(part, 'disputed');

/** @returns the reduction of the sale for which a credit note or refund voucher is due, in paise */
export const creditedPaise = ({ flows }: PaymentPart): number =>
  netFlow(flows, 'customer', 'owed') +
  netFlow(flows, 'customer', 'undecided') +
  netFlow(flows, 'customer', 'disputed') +
  netFlow(flows, 'customer', 'goodwill');

/** @returns the money that is owed or unmatched, with no refund in progress, in paise */
export const shortfallPaise = (part: PaymentPart): number => owedPaise(part) + unmatchedPaise(part);

/**
 * @returns true for money that waits for an operator, and is refunded automatically without a decision; false
 * for a failed refund, because the payer may have to give other bank details
 */
export function awaitsDecision(facts: OrderFacts, part: PaymentPart): boolean {
  if (part.uncaptured || !isTaken(part)) return false;
  if (facts.booking === 'late' && part.role === 'pays') return true;
  return unmatchedPaise(part) > 0 || owedPaise(part) > failedPaise(part);
}

/** @returns the part of a payment that is neither returned nor to be returned, in paise */
export function keptPaise(part: PaymentPart): number {
  if (part.role === 'tried' || part.uncaptured) return 0;
  return part.amountPaise - returnedPaise(part) - inProgressPaise(part) - shortfallPaise(part);
}

/**
 * @returns the amount returned beyond the captured amount, in paise; the bank, the dashboard and our
 * transfers do not know about each other
 */
export function excessPaise(part: PaymentPart): number {
  if (part.role === 'tried' || part.uncaptured) return 0;
  return Math.max(0, returnedPaise(part) + inProgressPaise(part) - part.amountPaise);
}

/** @returns the part of the owed money whose refund failed and was not requested again, in paise */
export function failedPaise(part: PaymentPart): number {
  let failed: number[] = [];
  for (const { state, amountPaise } of Object.values(part.refunds))
    if (state === 'failed') failed.push(amountPaise);
    else if (amountPaise === sumOfAll(failed)) failed = [];
    else if (failed.includes(amountPaise)) failed.splice(failed.indexOf(amountPaise), 1);
  return Math.min(owedPaise(part), sumOfAll(failed));
}

/**
 * @returns true if the payer was charged; also for an uncaptured payment that the payment provider refunds
 * automatically
 */
export function isTaken(part: PaymentPart): boolean {
  return part.role !== 'tried';
}

/** `done`: refunded in full; `due`: part of it is to be refunded; `none`: nothing is to be refunded. */
export function refundOf(part: PaymentPart): 'none' | 'due' | 'done' {
  if (!isTaken(part)) return 'none';
  if (returnedPaise(part) >= part.amountPaise && part.amountPaise > 0) return 'done';
  return inProgressPaise(part) + shortfallPaise(part) > 0 || part.uncaptured ? 'due' : 'none';
}

/** @returns true while a dispute is not over, because a refund could pay the payer twice */
export function isDisputed(part: PaymentPart): boolean {
  return Object.values(part.disputes).some(({ state }) => state !== 'over');
}

/** @returns the id of the payment that pays for the order; null if none does */
export function payingPayment(facts: OrderFacts): string | null {
  for (const [paymentId, part] of Object.entries(facts.payments)) if (part.role === 'pays') return paymentId;
  return null;
}

export function payingPart(facts: OrderFacts): PaymentPart | undefined {
  return Object.values(facts.payments).find(({ role }) => role === 'pays');
}

/** @returns true while the booking is still to be sent to the upstream */
export function bookingIsDue(facts: OrderFacts): boolean {
  return facts.booking === 'due' || facts.booking === 'ordered';
}

/** @returns the payments with owed money, and the owed amount */
export function refundsDue(facts: OrderFacts): { paymentId: string; amountPaise: number }[] {
  return Object.entries(facts.payments).flatMap(([paymentId, part]) => {
    const amountPaise = owedPaise(part);
    return amountPaise > 0 ? [{ paymentId, amountPaise }] : [];
  });
}

/** @returns a payment without entries, refunds or disputes */
export function newPart(role: PaymentPart['role'], amountPaise: number, uncaptured = false): PaymentPart {
  return { role, amountPaise, uncaptured, flows: {}, refunds: {}, disputes: {} };
}

export function withPart(facts: OrderFacts, paymentId: string, part: PaymentPart): OrderFacts {
  return { ...facts, payments: { ...facts.payments, [paymentId]: part } };
}

/** @returns the facts with one more entry; unchanged for an amount of 0 */
export function withPosting(facts: OrderFacts, posting: Posting): OrderFacts {
  const part = facts.payments[posting.paymentId];
  if (posting.paise === 0 || !part) return facts;
  if (!Number.isInteger(posting.paise) || posting.paise < 0)
    throw new Error(`a ledger entry cannot have ${posting.paise} paise (${posting.cause})`);
  const next = withPart(facts, posting.paymentId, { ...part, flows: withEntry(part.flows, posting) });
  return { ...next, posted: [...facts.posted, posting] };
}
