/**
 * Applies an operator's decisions to an order. A decision that does not apply returns the facts unchanged.
 */
import { refundableFor, type Sale } from '@meridian/contracts/enrolment/refundable';
import { amountsOf } from '../../documents/amounts.ts';
import { debitOf } from './ledger.ts';
import type { OrderEvent } from './order-events.ts';
import {
  bookingIsDue,
  creditedPaise,
  inProgressPaise,
  keptPaise,
  type OrderFacts,
  owedPaise,
  type PaymentPart,
  payingPart,
  payingPayment,
  returnedPaise,
  undecidedPaise,
  unmatchedPaise,
  withPart,
  withPosting,
} from './order-facts.ts';
import { offset, oweAll } from './payment-steps.ts';

/** True if no part of the payment was returned or is being returned. */
const isComplete = (part: PaymentPart) => returnedPaise(part) + inProgressPaise(part) === 0;

/**
 * Sets the booking to `ordered`. If no payment pays for the order, first accepts an unmatched payment as its
 * payment.
 */
export function operatorBooks(facts: OrderFacts): OrderFacts {
  if (facts.erased) return facts;
  const paying = payingPayment(facts);
  const acceptable = Object.entries(facts.payments).find(
    ([, part]) => part.role === 'unmatched' && !part.uncaptured && isComplete(part),
  )?.[0];
  const paymentId = paying ?? acceptable;
  const part = paymentId === undefined ? undefined : facts.payments[paymentId];
  if (paymentId === undefined || !part || !isComplete(part)) return facts;
  if (paying !== null && !['review', 'late', 'due', 'dropped'].includes(facts.booking)) return facts;
  const sale = { paymentId, credit: 'customer', reason: 'sale', cause: `payment:${paymentId}` } as const;
  let next = withPart(facts, paymentId, { ...part, role: 'pays' });
  next = withPosting(next, { ...sale, debit: 'unmatched', paise: unmatchedPaise(part) });
  next = withPosting(next, { ...sale, debit: 'owed', paise: owedPaise(part) });
  return { ...next, booking: 'ordered', overdue: false };
}

/** Withholds a booking that is still to be sent: it waits for review. */
export function operatorWithholds(facts: OrderFacts): OrderFacts {
  return bookingIsDue(facts) ? { ...facts, booking: 'review' } : facts;
}

/** Drops a booking that is not made. What remains of the payment is owed to the payer. */
export function bookingDropped(facts: OrderFacts): OrderFacts {
  const paymentId = payingPayment(facts);
  if (paymentId === null || !(bookingIsDue(facts) || ['review', 'late'].includes(facts.booking)))
    return facts;
  return { ...oweAll(facts, paymentId, 'event:booking_dropped'), booking: 'dropped' };
}

/** Owes the payer the unmatched payments. @param only id of one payment; all payments if omitted */
export function unmatchedOwed(facts: OrderFacts, only?: string): OrderFacts {
  let next = facts;
  for (const [paymentId, part] of Object.entries(facts.payments)) {
    if (only !== undefined && paymentId !== only) continue;
    next = withPosting(next, {
      paymentId,
      debit: 'unmatched',
      credit: 'owed',
      paise: unmatchedPaise(part),
      reason: 'unmatched',
      cause: 'event:unmatched_returned',
    });
  }
  return next;
}

/** @returns the sale from which later refunds are computed */
export function saleOf({ unitPaise, seats, coupon, repriced }: OrderFacts, part: PaymentPart): Sale {
  return {
    seats,
    coupon,
    unitPaise: repriced?.unitPaise ?? unitPaise,
    paidPaise: repriced?.valuePaise ?? part.amountPaise,
  };
}

/** The part of a payment that no decision has returned. */
const remainingPaise = (part: PaymentPart) => Math.max(0, keptPaise(part) + undecidedPaise(part));

/**
 * Computes the refund for the cancellation of more seats.
 *
 * @param cancelled.percent share of the seats' value that is refunded; amounts that earlier cancellations
 * retained stay retained
 * @returns value of the seats, and the refund for them, in paise. The refund is at most the rest of the
 * payment plus goodwill, and at most the part of the payment that is not credited yet.
 */
export function cancellationOf(
  facts: OrderFacts,
  part: PaymentPart,
  cancelled: { seats: number; percent: number },
): { valuePaise: number; refundPaise: number } {
  const sums = refundableFor(saleOf(facts, part), { ...cancelled, cancelledBefore: facts.cancelledSeats });
  const unreduced = part.amountPaise - creditedPaise(part);
  const payable = Math.min(remainingPaise(part) + debitOf(part.flows, 'goodwill'), unreduced);
  return { valuePaise: sums.valuePaise, refundPaise: Math.min(sums.refundPaise, payable) };
}

/**
 * Cancels seats of a booking. The refunded share of their price is owed to the payer, less money that was
 * returned without a decision before. While the payment provider has not answered a refund, no more seats are
 * cancelled, so that a command can be repeated after a crash.
 */
export function operatorCancels(facts: OrderFacts, seats: number, percent = 100): OrderFacts {
  const paymentId = payingPayment(facts);
  const part = payingPart(facts);
  const cancelledSeats = facts.cancelledSeats + seats;
  if (paymentId === null || !part || facts.booking !== 'booked') return facts;
  if (Object.values(part.refunds).some(({ state }) => state === 'requested')) return facts;
  if (!Number.isInteger(seats) || seats < 1 || cancelledSeats > facts.seats) return facts;
  const cause = `event:cancelled ${cancelledSeats}`;
  const { valuePaise, refundPaise } = cancellationOf(facts, part, { seats, percent });
  const owed = Math.min(refundPaise, remainingPaise(part));
  const entry = { paymentId, debit: 'customer', reason: 'seat', cause } as const;
  let next = withPosting(facts, { ...entry, credit: 'owed', paise: owed });
  // The payer never gets more than was paid, so goodwill becomes part of the refund.
  next = withPosting(next, { ...entry, credit: 'goodwill', paise: refundPaise - owed });
  next = offset(next, paymentId, cause);
  const kept = payingPart(next);
  const retained = Math.min(valuePaise - refundPaise, kept ? Math.max(0, keptPaise(kept)) : 0);
  next = withPosting(next, {
    ...entry,
    debit: 'unearned',
    credit: 'retained',
    paise: amountsOf(retained, 'own_state', facts.gstPercent).taxablePaise,
  });
  return { ...next, cancelledSeats };
}

/**
 * Reduces the price of a booking that was moved to a cheaper batch. A share of the difference is owed to the
 * payer, less money that was returned without a decision before. The rest of the difference is retained.
 */
export function priceReduced(
  facts: OrderFacts,
  { differencePaise, refundPaise }: OrderEvent & { kind: 'price_reduced' },
): OrderFacts {
  const paymentId = payingPayment(facts);
  const part = payingPart(facts);
  if (paymentId === null || !part || facts.booking !== 'booked') return facts;
  const cause = 'event:price_reduced';
  const owed = Math.min(refundPaise, remainingPaise(part), part.amountPaise - creditedPaise(part));
  const entry = { paymentId, reason: 'price_reduction', cause } as const;
  const next = withPosting(facts, { ...entry, debit: 'customer', credit: 'owed', paise: Math.max(0, owed) });
  const kept = payingPart(next);
  const retained = Math.min(differencePaise - refundPaise, kept ? Math.max(0, keptPaise(kept)) : 0);
  return offset(
    withPosting(next, {
      ...entry,
      debit: 'unearned',
      credit: 'retained',
      paise: amountsOf(retained, 'own_state', facts.gstPercent).taxablePaise,
    }),
    paymentId,
    cause,
  );
}

/**
 * @returns the maximum goodwill: the kept part of the payment; with a credit note also at most the part not
 * credited yet
 */
export function goodwillLimitPaise(part: PaymentPart, withNote: boolean): number {
  const kept = Math.max(0, keptPaise(part));
  return withNote ? Math.min(kept, part.amountPaise - creditedPaise(part)) : kept;
}

/**
 * Owes the payer an amount, and the seats stay. Gives no goodwill above the limit, or while the payment
 * provider has not answered a refund.
 */
export function operatorGivesGoodwill(
  facts: OrderFacts,
  { paise, withNote }: OrderEvent & { kind: 'operator_goodwill' },
): OrderFacts {
  const paymentId = payingPayment(facts);
  const part = payingPart(facts);
  if (paymentId === null || !part || facts.booking !== 'booked') return facts;
  if (Object.values(part.refunds).some(({ state }) => state === 'requested')) return facts;
  if (paise > goodwillLimitPaise(part, withNote)) return facts;
  return withPosting(facts, {
    paymentId,
    debit: withNote ? 'customer' : 'goodwill',
    credit: 'owed',
    paise,
    reason: withNote ? 'price_reduction' : 'goodwill',
    cause: 'event:goodwill',
  });
}

/** Records that owed money was paid by a bank transfer with this reference, for example a UTR. */
export function operatorTransfers(
  facts: OrderFacts,
  { reference, only }: OrderEvent & { kind: 'operator_transfer' },
): OrderFacts {
  let next = facts;
  for (const [paymentId, part] of Object.entries(facts.payments)) {
    if (only && only.paymentId !== paymentId) continue;
    next = withPosting(next, {
      paymentId,
      debit: 'owed',
      credit: 'bank',
      paise: Math.min(only?.amountPaise ?? Number.POSITIVE_INFINITY, owedPaise(part)),
      reason: 'transfer',
      cause: `transfer:${reference}`,
    });
  }
  return next;
}
