/** Whether a coupon applies to a purchase, and which of several is better. */
import { discountOf } from '@meridian/contracts/checkout/discount';
import { dayInIndia } from '@meridian/contracts/india-time';
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
  /** By the same person, as `person_key` tells from the e-mail; 0 while it is unknown. */
  byEmail: number;
}

export const noUses: Uses = { all: 0, byEmail: 0 };

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

/** The last day on which a coupon is valid, in India: an end at midnight belongs to the day before. */
function lastDay(endsAt: Date): string {
  return dayInIndia(new Date(endsAt.getTime() - 1));
}

const days = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'UTC' });
const inWords = (day: string) => days.format(new Date(`${day}T00:00:00Z`));

export const unknownCoupon = 'This coupon code is not known. Please check its spelling.';

/**
 * @param now of the caller's clock
 * @returns why the coupon does not apply, as a message for the buyer; undefined if it applies
 */
export function couponFault(coupon: Coupon, purchase: Purchase, uses: Uses, now: Date): string | undefined {
  const { startsAt, endsAt, closedAt, maxUses, maxUsesPerEmail, leastSeats } = coupon;
  if (closedAt !== null) return 'This coupon has ended.';
  if (endsAt !== null && endsAt <= now) return `This coupon ended on ${inWords(lastDay(endsAt))}.`;
  if (startsAt > now) return `This coupon is valid from ${inWords(dayInIndia(startsAt))}.`;
  if (!isFor(coupon, purchase))
    return coupon.batches.length > 0 && coupon.courses.length + coupon.categories.length === 0
      ? 'This coupon is not for this batch.'
      : 'This coupon is not for this course.';
  if (purchase.seats < leastSeats) return `This coupon needs at least ${leastSeats} seats.`;
  if (maxUses !== null && uses.all >= maxUses) return 'This coupon has been used up.';
  if (maxUsesPerEmail !== null && uses.byEmail >= maxUsesPerEmail)
    return 'This coupon has already been used with this e-mail address.';
  return undefined;
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
