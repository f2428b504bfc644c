/** Whether a coupon applies to a purchase, and which of several is better. */
import { discountOf } from '@meridian/contracts/enrolment/discount';
import type { Coupon } from './coupon.ts';

/** What is to be bought. */
export interface Purchase {
  courseId: number;
  /** Slug of the category. */
  category: string;
  batchId: number;
  seats: number;
  unitPaise: number;
}

/** Numbers of orders with the coupon that are paid or may still be paid. */
export interface Uses {
  all: number;
  /** By the same person, as `person_key` tells from the email; 0 while it is unknown. */
  byEmail: number;
  /** Reserved, not paid, from the network address of the buyer. */
  unpaidFromAddress: number;
}

export const noUses: Uses = { all: 0, byEmail: 0, unpaidFromAddress: 0 };

/** Of a coupon whose uses are limited, so that nobody takes all of them without a payment. */
const maxUnpaidFromAddress = 3;

/** True if the coupon is for this course and batch. */
export function isFor(
  coupon: Coupon,
  { courseId, category, batchId }: Omit<Purchase, 'seats' | 'unitPaise'>,
) {
  const { courses, categories, batches } = coupon;
  if (courses.length + categories.length + batches.length === 0) return true;
  return courses.includes(courseId) || categories.includes(category) || batches.includes(batchId);
}

export function isLive({ startsAt, endsAt, closedAt }: Coupon, now: Date): boolean {
  return closedAt === null && startsAt <= now && (endsAt === null || now < endsAt);
}

/** One message for all reasons: it does not tell which codes exist. */
export const couponRefused =
  'This coupon does not apply to this order. Please check its spelling, its dates, the course and the number of seats.';

/** @param now of the caller's clock */
export function couponApplies(coupon: Coupon, purchase: Purchase, uses: Uses, now: Date): boolean {
  const { maxUses, maxUsesPerEmail, minSeats } = coupon;
  return (
    isLive(coupon, now) &&
    isFor(coupon, purchase) &&
    purchase.seats >= minSeats &&
    (maxUses === null || (uses.all < maxUses && uses.unpaidFromAddress < maxUnpaidFromAddress)) &&
    (maxUsesPerEmail === null || uses.byEmail < maxUsesPerEmail)
  );
}

/** @returns the discount, in paise */
export function couponDiscount(coupon: Coupon, { unitPaise, seats }: Purchase): number {
  return discountOf(unitPaise * seats, coupon.terms);
}

/**
 * Chooses the better discount; an order has only one.
 * @param coupons applicable ones; of equal ones the first is chosen
 */
export function bestCoupon(coupons: readonly Coupon[], purchase: Purchase): Coupon | undefined {
  let best: Coupon | undefined;
  for (const coupon of coupons)
    if (!best || couponDiscount(coupon, purchase) > couponDiscount(best, purchase)) best = coupon;
  return best;
}
