/** `GET /api/coupons/<course_id>`: publicly listed coupons. */
import { z } from 'zod';
import { appliedCoupon } from './price.ts';

export const shownCoupon = appliedCoupon.extend({
  /** Per cent off, or null for an amount. */
  percent: z.int().nullable(),
  /** Rupees off the order, or null for a percentage. */
  amount: z.number().nullable(),
  min_seats: z.int(),
  /** Applied automatically by the page. */
  by_itself: z.boolean(),
});
export type ShownCoupon = z.infer<typeof shownCoupon>;

export const couponsRequest = z.object({
  /** Category slug, for coupons of a category. */
  category: z.string().max(160).default('').catch(''),
});

export const couponsData = z.object({ coupons: z.array(shownCoupon) });
