import type { ShownCoupon } from '@meridian/contracts/checkout/coupons';
import { type ComponentType, createElement, useEffect, useState } from 'react';

interface Found {
  Box: ComponentType<{ coupon: ShownCoupon }>;
  coupon: ShownCoupon;
}

/** After the first load, which has no room for it. */
const laterMs = 300;

/**
 * The place of the promotion. Which coupon is live is asked after the first render, by code of its own; on narrow screens
 * the room is kept for it, so that nothing below moves.
 */
export function CouponPlace({ courseId, category }: { courseId: number; category: string }) {
  const [found, setFound] = useState<Found>();
  useEffect(() => {
    let left = false;
    async function look(): Promise<void> {
      const { CouponBox, liveCoupon } = await import('./live-coupon.tsx');
      if (left) return;
      const coupon = await liveCoupon(courseId, category);
      if (coupon && !left) setFound({ Box: CouponBox, coupon });
    }
    // Without an answer nothing is promised.
    const timer = setTimeout(() => look().catch(() => undefined), laterMs);
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
