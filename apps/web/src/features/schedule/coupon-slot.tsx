import type { ShownCoupon } from '@meridian/contracts/enrolment/coupons';
import { type ComponentType, createElement, useEffect, useState } from 'react';

interface Found {
  Box: ComponentType<{ coupon: ShownCoupon }>;
  coupon: ShownCoupon;
}

/** Delay, to keep the request out of the first load. */
const laterMs = 300;

/**
 * The slot of the promotion. The live coupon is loaded after the first render, with code of its own; on narrow screens
 * its height is reserved, so that nothing shifts.
 */
export function CouponSlot({ courseId, category }: { courseId: number; category: string }) {
  const [found, setFound] = useState<Found>();
  useEffect(() => {
    let left = false;
    async function load(): Promise<void> {
      const { CouponBox, liveCoupon } = await import('./live-coupon.tsx');
      if (left) return;
      const coupon = await liveCoupon(courseId, category);
      if (coupon && !left) setFound({ Box: CouponBox, coupon });
    }
    // Without an answer there is no promotion.
    const timer = setTimeout(() => load().catch(() => undefined), laterMs);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [courseId, category]);
  return (
    <div className="min-h-35 sm:min-h-25 lg:min-h-0">
      {found ? createElement(found.Box, { coupon: found.coupon }) : null}
    </div>
  );
}
