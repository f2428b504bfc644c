import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Coupon } from './coupon.ts';
import { type Buyer, type CountedCoupon, candidateCoupons } from './coupon-queries.ts';
import { bestCoupon, couponApplies, couponDiscount, type Purchase } from './coupon-rules.ts';

export type Choice =
  | { kind: 'chosen'; coupon: Coupon; discountPaise: number }
  /** No coupon was named, and none applies automatically. */
  | { kind: 'none' }
  | { kind: 'refused' };

export interface CouponRequest extends Buyer {
  /** The code as the payer typed it. */
  code: string | undefined;
}

/**
 * Chooses the coupon of a purchase: the named coupon, or an automatic coupon if none is named or the
 * automatic coupon gives more.
 *
 * @returns `refused` if the named coupon does not apply
 */
export async function chooseCoupon(
  database: Kysely<Database>,
  requested: CouponRequest,
  purchase: Purchase,
  now: Date,
): Promise<Choice> {
  const { named, others } = await candidateCoupons(database, requested.code, requested);
  const applies = ({ coupon, uses }: CountedCoupon) => couponApplies(coupon, purchase, uses, now);
  if (requested.code !== undefined && !(named && applies(named))) return { kind: 'refused' };
  const holding = others.filter(applies).map(({ coupon }) => coupon);
  const coupon = bestCoupon(named ? [named.coupon, ...holding] : holding, purchase);
  if (!coupon) return { kind: 'none' };
  return { kind: 'chosen', coupon, discountPaise: couponDiscount(coupon, purchase) };
}
