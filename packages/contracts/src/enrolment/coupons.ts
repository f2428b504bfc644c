/** `GET /api/coupons/<course_id>`: publicly listed coupons; with POST, one by its code. */
import { z } from 'zod';
import { id } from '../lenient.ts';
import { appliedCoupon } from './price.ts';

const notACode = 'Not a coupon code';

export const shownCoupon = appliedCoupon.extend({
  /** Per cent off, or null for an amount. */
  percent: z.int().nullable(),
  /** Rupees off the order, or null for a percentage. */
  amount: z.number().nullable(),
  min_seats: z.int(),
  /** Applied automatically by the page. */
  automatic: z.boolean(),
  /** The batches that it is for; null for every batch of the course. */
  batches: z.array(id).nullable(),
});
export type ShownCoupon = z.infer<typeof shownCoupon>;

export const couponsRequest = z.object({
  /** Category slug, for coupons of a category. */
  category: z.string().max(160).default('').catch(''),
});

export const couponsData = z.object({ coupons: z.array(shownCoupon) });

export const couponRequest = couponsRequest.extend({
  code: z.string({ error: notACode }).trim().min(1, { error: notACode }).max(40, { error: notACode }),
});

/** Null if the code gives no discount on this course now, or does not exist. */
export const couponData = z.object({ coupon: shownCoupon.nullable() });
