/**
 * Computes the effect of coupons on the price of a batch, as the checkout does: the best coupon that applies
 * counts.
 */
import type { ShownCoupon } from '@meridian/contracts/enrolment/coupons';
import { discountOf } from '@meridian/contracts/enrolment/discount';
import { discountedPrice } from '@meridian/contracts/enrolment/discounted-price';
import { paiseOf, priceOf } from '@meridian/contracts/enrolment/pricing';

export interface Seats {
  batchId: number;
  feeRupees: number;
  /** At least 1. */
  seats: number;
}

export interface CouponEffect {
  coupon: ShownCoupon;
  /** For all seats, including GST. */
  totalPaise: number;
}

function isOver({ ends_at: endsAt }: ShownCoupon): boolean {
  return endsAt !== null && Date.parse(endsAt) <= Date.now();
}

function effectOf(coupon: ShownCoupon, { batchId, feeRupees, seats }: Seats): CouponEffect | undefined {
  const { percent, amount, min_seats: least, batches } = coupon;
  if (seats < least || isOver(coupon) || batches?.includes(batchId) === false) return undefined;
  const unitPaise = paiseOf(feeRupees);
  const discountPaise = discountOf(
    priceOf(unitPaise, seats).subTotalPaise,
    percent === null ? { kind: 'amount', amountPaise: paiseOf(amount ?? 0) } : { kind: 'percent', percent },
  );
  return { coupon, totalPaise: discountedPrice(unitPaise, seats, discountPaise).totalPaise };
}

/**
 * @param named the visitor's coupon
 * @param others the coupons of the page; only those that apply automatically count
 * @returns the effect with the lowest total; undefined if no coupon applies
 */
export function bestEffect(
  named: ShownCoupon | null | undefined,
  others: readonly ShownCoupon[],
  seats: Seats,
): CouponEffect | undefined {
  return [...(named ? [named] : []), ...others.filter(({ automatic }) => automatic)]
    .flatMap((coupon) => effectOf(coupon, seats) ?? [])
    .reduce<CouponEffect | undefined>(
      (best, one) => (best && best.totalPaise <= one.totalPaise ? best : one),
      undefined,
    );
}

/** The group discounts, ordered by their minimum number of seats. */
export function groupCoupons(coupons: readonly ShownCoupon[]): ShownCoupon[] {
  return coupons
    .filter((coupon) => coupon.automatic && coupon.min_seats > 1 && !isOver(coupon))
    .sort((a, b) => a.min_seats - b.min_seats);
}
