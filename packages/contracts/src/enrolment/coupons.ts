/**
 * `GET /api/coupons/<course_id>`: the coupons that pages may show. `POST` with a code: the coupon of that
 * code.
 */
import { z } from 'zod';
import { id } from '../lenient.ts';
import { appliedCoupon } from './price.ts';

const notACode = 'Not a coupon code';

export const shownCoupon = appliedCoupon.extend({
  /** Percentage off; null for a fixed amount. */
  percent: z.int().nullable(),
  /** Rupees off the order; null for a percentage. */
  amount: z.number().nullable(),
  min_seats: z.int(),
  /** True if it applies without a code. */
  automatic: z.boolean(),
  /** Ids of the batches to which it applies; null for all batches of the course. */
  batches: z.array(id).nullable(),
});
export type ShownCoupon = z.infer<typeof shownCoupon>;

export const couponsRequest = z.object({
  /** Slug of the category, for coupons that apply to a category. */
  category: z.string().max(160).default('').catch(''),
});

export const couponsData = z.object({ coupons: z.array(shownCoupon) });

export const couponRequest = couponsRequest.extend({
  code: z.string({ error: notACode }).trim().min(1, { error: notACode }).max(40, { error: notACode }),
});

/** Null if the code does not exist, or gives no discount on this course at present. */
export const couponData = z.object({ coupon: shownCoupon.nullable() });
