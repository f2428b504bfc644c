/**
 * Decides whether a coupon applies to a purchase, and which of several coupons gives the largest discount.
 */
import { discountOf } from '@meridian/contracts/enrolment/discount';
import type { Coupon } from './coupon.ts';

/** The seats to be bought. */
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
  /** Uses by the same person, found by `person_key` of the email; 0 if the email is unknown. */
  byEmail: number;
  /** Uses that are reserved but not paid, from the payer's network address. */
  unpaidFromAddress: number;
}

export const noUses: Uses = { all: 0, byEmail: 0, unpaidFromAddress: 0 };

/**
 * Maximum number of unpaid uses of a limited coupon from one network address, so that one visitor cannot
 * reserve all uses without paying.
 */
const maxUnpaidFromAddress = 3;

/** True if the coupon is for everything, or names this course, its category or this batch. */
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

/** One message for all reasons, so that it does not reveal which codes exist. */
export const couponRefused =
  'This coupon does not apply to this order. Please check its spelling, its dates, the course and the number of seats.';

/** @param now time by the caller's clock */
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
 * Chooses the coupon with the largest discount. An order has only one coupon.
 *
 * @param coupons coupons that apply; of equal ones the first is chosen
 */
export function bestCoupon(coupons: readonly Coupon[], purchase: Purchase): Coupon | undefined {
  let best: Coupon | undefined;
  for (const coupon of coupons)
    if (!best || couponDiscount(coupon, purchase) > couponDiscount(best, purchase)) best = coupon;
  return best;
}
