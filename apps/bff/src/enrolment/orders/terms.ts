/**
 * The terms that an order was sold under. Later versions and coupons do not change these terms, but moves and
 * changes by the training provider do.
 */
import type { ChangePolicy } from '@meridian/contracts/enrolment/change-policy';
import {
  isHoursBefore,
  type RefundPolicy,
  refundPercent,
  refundStep,
} from '@meridian/contracts/enrolment/refund-policy';
import { addDays } from '@meridian/contracts/india-time';
import { z } from 'zod';
import type { Coupon } from '../coupons/coupon.ts';

const discount = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('percent'), percent: z.number() }),
  z.object({ kind: z.literal('amount'), amountPaise: z.number() }),
]);
const percent = z.int().min(0).max(100);

/** Days are `YYYY-MM-DD` in India. */
export const saleTerms = z.object({
  /** Version in the table `sale_terms`. */
  version: z.int(),
  refundSteps: z.array(refundStep).readonly(),
  /**
   * First day of the batch, from which the refund steps count. A change by the training provider makes it
   * later, never earlier.
   */
  startsOn: z.string(),
  /** Upper limit of the refund, in per cent: the refund at the time when the payer moved the booking. */
  maxPercent: percent,
  /**
   * Lower limit of the refund, in per cent: the refund at the time when the training provider changed or
   * cancelled the batch.
   */
  minPercent: percent,
  moves: z.object({
    early: z.object({ untilHoursBefore: z.int(), withinDays: z.int() }),
    late: z.object({ times: z.int(), withinDays: z.int() }),
  }),
  /** First day of the batch that was bought, or to which the training provider moved it. */
  bookedFor: z.string(),
  /** Number of moves by the payer after the period of early moves. */
  lateMoves: z.int(),
  attendeesUntilHoursBefore: z.int(),
  coupon: z.object({ discount, minSeats: z.int() }).nullable(),
  /** Price after a move to a cheaper batch; null while the price of the sale applies. */
  repriced: z
    .object({
      /** Price of a seat before discounts and GST. */
      unitPaise: z.int(),
      /** Value of the seats that remained at the move, GST included. */
      valuePaise: z.int(),
      /** Value of the seats that were cancelled before the move. */
      lostPaise: z.int(),
      /** Amount refunded because the batch is cheaper. */
      reducedPaise: z.int(),
    })
    .nullable()
    .default(null),
});
export type SaleTerms = z.output<typeof saleTerms>;

/** The terms of new orders. */
export interface CurrentTerms {
  version: number;
  /** The refund for a payer who cancels. */
  refundPolicy: RefundPolicy;
  /** The changes that a payer may make. */
  changePolicy: ChangePolicy;
}

/**
 * @param startsOn first day of the batch
 * @returns the terms of an order that is opened now
 */
export function soldTerms(
  { version, refundPolicy, changePolicy }: CurrentTerms,
  startsOn: string,
  coupon: Pick<Coupon, 'terms' | 'minSeats'> | undefined,
): SaleTerms {
  return {
    version,
    refundSteps: refundPolicy,
    startsOn,
    maxPercent: 100,
    minPercent: 0,
    moves: changePolicy.moves,
    bookedFor: startsOn,
    lateMoves: 0,
    attendeesUntilHoursBefore: changePolicy.attendeesUntilHoursBefore,
    coupon: coupon ? { discount: coupon.terms, minSeats: coupon.minSeats } : null,
    repriced: null,
  };
}

/** @returns the per cent of the price that the terms of the sale refund at `now` */
export function percentOf({ terms, paidAt }: { terms: SaleTerms; paidAt: Date | null }, now: Date): number {
  const { refundSteps, startsOn, minPercent, maxPercent } = terms;
  return Math.max(minPercent, Math.min(maxPercent, refundPercent(refundSteps, { startsOn, paidAt, now })));
}

const laterOf = (one: string, other: string) => (one > other ? one : other);

const isEarly = ({ moves }: SaleTerms, startsOn: string, now: Date) =>
  isHoursBefore(startsOn, moves.early.untilHoursBefore, now);

/**
 * @param startsOn first day of the current batch
 * @returns the latest first day of a batch to which the payer may move the booking now; undefined if there is
 * none
 */
export function lastDayToMoveTo(terms: SaleTerms, startsOn: string, now: Date): string | undefined {
  const { early, late } = terms.moves;
  if (isEarly(terms, startsOn, now)) return addDays(terms.bookedFor, early.withinDays);
  return terms.lateMoves < late.times ? addDays(startsOn, late.withinDays) : undefined;
}

/**
 * @param move.from first day of the batch that the payer leaves
 * @param move.to first day of the batch that the payer chose
 * @param move.percent refund at the time of the move, which is the upper limit from then on
 */
export function movedByPayer(
  terms: SaleTerms,
  move: { from: string; to: string; percent: number; now: Date },
): SaleTerms {
  return {
    ...terms,
    startsOn: move.to,
    maxPercent: move.percent,
    minPercent: 0,
    lateMoves: terms.lateMoves + (isEarly(terms, move.from, move.now) ? 0 : 1),
  };
}

/**
 * @param to first day of the batch after the change
 * @param percent lower limit of the refund from then on
 */
export function changedByProvider(terms: SaleTerms, to: string, percent: number): SaleTerms {
  return {
    ...terms,
    startsOn: laterOf(terms.startsOn, to),
    bookedFor: laterOf(terms.bookedFor, to),
    minPercent: Math.max(terms.minPercent, percent),
  };
}
