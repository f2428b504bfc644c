import type { CouponCourse } from './coupons-api.ts';
import { useLiveCoupons } from './use-live-coupons.ts';

/** The slot of the promotion. On narrow screens its height is reserved, against layout shift. */
export function CouponSlot(course: CouponCourse) {
  return <div className="min-h-41 sm:min-h-32 lg:min-h-0">{useLiveCoupons(course)?.promotion()}</div>;
}
