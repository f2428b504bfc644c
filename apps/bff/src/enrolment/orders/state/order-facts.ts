/** The facts of an order: the step of its booking, and the money of each of its payments. */
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

/** `requested`: committed here, the provider may not have it yet; the others are the provider's states. */
export type RefundState = 'requested' | 'pending' | 'processed' | 'failed';

export interface RefundPart {
  amountPaise: number;
  state: RefundState;
  /** Requested here; false for a refund made in the provider's dashboard or by the provider itself. */
  ours: boolean;
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
   * `tried`: no money was taken; `pays`: pays for the order; `unmatched`: captured, and does not pay for it.
   */
  role: 'tried' | 'pays' | 'unmatched';
  amountPaise: number;
  /** Authorized but never captured: the provider refunds it automatically, and it has no entries. */
  uncaptured: boolean;
  /** Sums of its entries. */
  flows: Flows;
  /** By our refund id, the oldest first. */
  refunds: Readonly<Record<string, RefundPart>>;
  /** By the provider's dispute id. */
  disputes: Readonly<Record<string, DisputePart>>;
}

/**
 * The step of the booking. `due`: to be sent to the upstream; `ordered`: the same, by an operator's decision; `review`:
 * an operator has to decide; `late`: the same until a deadline, for a payment that found no free seats; `dropped`: not to
 * be made, the money is refunded.
 */
export type BookingStep = 'none' | 'due' | 'ordered' | 'booked' | 'review' | 'late' | 'dropped';

export interface OrderFacts {
  unitPaise: number;
  /** The coupon's rule at the sale. */
  coupon: CouponRule | null;
  /** After a move to a cheaper batch: price of a seat, and value of the seats that were left with GST. */
  repriced: { unitPaise: number; valuePaise: number } | null;
  seats: number;
  totalPaise: number;
  /** Rate of the tax in the price. */
  gstPercent: number;
  /** The buyer's details are erased, so nothing can be booked. */
  erased: boolean;
  booking: BookingStep;
  /** The booking has been due for so long that it needs a person. */
  overdue: boolean;
  cancelledSeats: number;
  /** How many of these the upstream knows. */
  reportedSeats: number;
  payments: Readonly<Record<string, PaymentPart>>;
  /** Entries of the last event: to be stored with it. */
  posted: readonly Posting[];
}

const sumOfAll = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

const sumOf = (part: PaymentPart, ...states: RefundState[]) =>
  Object.values(part.refunds).reduce(
    (sum, { state, amountPaise }) => (states.includes(state) ? sum + amountPaise : sum),
    0,
  );

/** What lost disputes took. */
export function lostPaise(part: PaymentPart): number {
  if (part.uncaptured) return 0;
  return Object.values(part.disputes).reduce((sum, dispute) => sum + dispute.lostPaise, 0);
}

/** Money that has left us: processed refunds, transfers, lost disputes. */
export function returnedPaise(part: PaymentPart): number {
  if (part.role === 'tried') return 0;
  if (part.uncaptured) return sumOf(part, 'processed');
  const refunded = netFlow(part.flows, 'requested', 'in_flight');
  return refunded + transferredPaise(part.flows) + lostPaise(part);
}

/** Refunds that are neither processed nor failed. */
export function inProgressPaise(part: PaymentPart): number {
  return part.uncaptured ? sumOf(part, 'requested', 'pending') : creditOf(part.flows, 'requested');
}

/** To be returned to the payer, and not requested at the provider. */
export const owedPaise = (part: PaymentPart): number => creditOf(part.flows, 'owed');

/** Captured, and pays for no order: returned once an operator says so. */
export const unmatchedPaise = (part: PaymentPart): number => creditOf(part.flows, 'unmatched');

/**
 * What of an account has left us without a decision here. A dispute is lost by its event; the deduction is posted from
 * a settlement's row, which comes before or after it.
 */
export function undecidedOf(part: PaymentPart, account: 'undecided' | 'disputed'): number {
  if (account === 'undecided') return debitOf(part.flows, account);
  return lostPaise(part) + debitOf(part.flows, account) - netFlow(part.flows, account, 'gateway');
}

/** Has left us without a decision here: refunds made in the dashboard, lost disputes. */
export const undecidedPaise = (part: PaymentPart): number =>
  undecidedOf(part, 'undecided') + undecidedOf(part, 'disputed');

/** Reduction of the sale for which a credit note or refund voucher is due. */
export const creditedPaise = ({ flows }: PaymentPart): number =>
  netFlow(flows, 'customer', 'owed') +
  netFlow(flows, 'customer', 'undecided') +
  netFlow(flows, 'customer', 'disputed') +
  netFlow(flows, 'customer', 'goodwill');

/** What is owed or unmatched: no refund of it is in progress. */
export const shortfallPaise = (part: PaymentPart): number => owedPaise(part) + unmatchedPaise(part);

/**
 * True for money that waits for an operator and is refunded automatically without a decision. A failed refund is not:
 * its payer may have to be asked for other bank details.
 */
export function awaitsDecision(facts: OrderFacts, part: PaymentPart): boolean {
  if (part.uncaptured || !isTaken(part)) return false;
  if (facts.booking === 'late' && part.role === 'pays') return true;
  return unmatchedPaise(part) > 0 || owedPaise(part) > failedPaise(part);
}

/** What of a payment is ours: neither returned nor to be returned. */
export function keptPaise(part: PaymentPart): number {
  if (part.role === 'tried' || part.uncaptured) return 0;
  return part.amountPaise - returnedPaise(part) - inProgressPaise(part) - shortfallPaise(part);
}

/** Leaves a payment beyond what was captured: the bank, the dashboard and our transfers do not know of each other. */
export function excessPaise(part: PaymentPart): number {
  if (part.role === 'tried' || part.uncaptured) return 0;
  return Math.max(0, returnedPaise(part) + inProgressPaise(part) - part.amountPaise);
}

/** The part of what is owed whose refund failed, and was not requested again. */
export function failedPaise(part: PaymentPart): number {
  let failed: number[] = [];
  for (const { state, amountPaise } of Object.values(part.refunds))
    if (state === 'failed') failed.push(amountPaise);
    else if (amountPaise === sumOfAll(failed)) failed = [];
    else if (failed.includes(amountPaise)) failed.splice(failed.indexOf(amountPaise), 1);
  return Math.min(owedPaise(part), sumOfAll(failed));
}

/** True if money was taken, by us or automatically by the bank. */
export function isTaken(part: PaymentPart): boolean {
  return part.role !== 'tried';
}

/** `done`: refunded in full; `due`: some of it is to be refunded; `none`: nothing is. */
export function refundOf(part: PaymentPart): 'none' | 'due' | 'done' {
  if (!isTaken(part)) return 'none';
  if (returnedPaise(part) >= part.amountPaise && part.amountPaise > 0) return 'done';
  return inProgressPaise(part) + shortfallPaise(part) > 0 || part.uncaptured ? 'due' : 'none';
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

/** @returns the payments with money that is owed, with the amount */
export function refundsDue(facts: OrderFacts): { paymentId: string; amountPaise: number }[] {
  return Object.entries(facts.payments).flatMap(([paymentId, part]) => {
    const amountPaise = owedPaise(part);
    return amountPaise > 0 ? [{ paymentId, amountPaise }] : [];
  });
}

/** @returns a payment of which only the role is known */
export function newPart(role: PaymentPart['role'], amountPaise: number, uncaptured = false): PaymentPart {
  return { role, amountPaise, uncaptured, flows: {}, refunds: {}, disputes: {} };
}

export function withPart(facts: OrderFacts, paymentId: string, part: PaymentPart): OrderFacts {
  return { ...facts, payments: { ...facts.payments, [paymentId]: part } };
}

/** @returns the facts with one more entry; the facts themselves for an amount of 0 */
export function withPosting(facts: OrderFacts, posting: Posting): OrderFacts {
  const part = facts.payments[posting.paymentId];
  if (posting.paise === 0 || !part) return facts;
  if (!Number.isInteger(posting.paise) || posting.paise < 0)
    throw new Error(`an entry of ${posting.paise} paise (${posting.cause})`);
  const next = withPart(facts, posting.paymentId, { ...part, flows: withEntry(part.flows, posting) });
  return { ...next, posted: [...facts.posted, posting] };
}
