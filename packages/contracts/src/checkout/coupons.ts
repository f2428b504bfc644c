/** `GET /api/coupons/<course_id>`: the coupons that pages may show by themselves. */
import { z } from 'zod';
import { appliedCoupon } from './price.ts';

export const shownCoupon = appliedCoupon.extend({
  /** Per cent off, or null where it takes off an amount. */
  percent: z.int().nullable(),
  /** Rupees off the order, or null where it takes off a percentage. */
  amount: z.number().nullable(),
  least_seats: z.int(),
  /** The page sends its code by itself. */
  by_itself: z.boolean(),
});
export type ShownCoupon = z.infer<typeof shownCoupon>;

export const couponsRequest = z.object({
  /** The course's category, as in addresses; for coupons of a whole category. */
  category: z.string().max(160).default('').catch(''),
});

export const couponsData = z.object({ coupons: z.array(shownCoupon) });
