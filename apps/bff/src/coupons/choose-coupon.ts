import type { Kysely } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Coupon } from './coupon.ts';
import { type Buyer, type CountedCoupon, candidateCoupons } from './coupon-queries.ts';
import { bestCoupon, couponDiscount, couponFault, type Purchase, unknownCoupon } from './coupon-rules.ts';

export type Choice =
  | { kind: 'chosen'; coupon: Coupon; discountPaise: number }
  /** Nothing was asked for, and nothing comes by itself. */
  | { kind: 'none' }
  | { kind: 'fault'; message: string };

export interface CouponWish extends Buyer {
  /** As the buyer typed it. */
  code: string | undefined;
}

/**
 * The discount of a purchase: that of the named coupon, or a better one that the page sends by itself.
 *
 * @returns `fault` where a coupon is named that does not hold
 */
export async function chooseCoupon(
  database: Kysely<Database>,
  wish: CouponWish,
  purchase: Purchase,
  now: Date,
): Promise<Choice> {
  const { named, others } = await candidateCoupons(database, wish.code, wish);
  const faultOf = ({ coupon, uses }: CountedCoupon) => couponFault(coupon, purchase, uses, now);
  if (wish.code !== undefined) {
    const message = named ? faultOf(named) : unknownCoupon;
    if (message !== undefined) return { kind: 'fault', message };
  }
  const holding = others.filter((one) => faultOf(one) === undefined).map(({ coupon }) => coupon);
  const coupon = bestCoupon(named ? [named.coupon, ...holding] : holding, purchase);
  if (!coupon) return { kind: 'none' };
  return { kind: 'chosen', coupon, discountPaise: couponDiscount(coupon, purchase) };
}
