import { useEffect, useState } from 'react';
import { type CouponCourse, couponsApi } from './coupons-api.ts';
import type { LiveCoupons } from './live-coupons.tsx';
import { useCurrentCoupon } from './saved-coupon.ts';

export type { LiveCoupons } from './live-coupons.tsx';

/** Delay, to keep the requests out of the first load. */
const laterMs = 300;

/** Loads the coupons of a course after mount. Without an answer there are none. */
export function useLiveCoupons({ courseId, category }: CouponCourse): LiveCoupons | undefined {
  const [isLater, setLater] = useState(false);
  const [live, setLive] = useState<LiveCoupons>();
  const code = useCurrentCoupon();
  const { data: coupons } = couponsApi.endpoints.coupons.useQuery({ courseId, category }, { skip: !isLater });
  const { currentData: named } = couponsApi.endpoints.coupon.useQuery(
    { courseId, category, code },
    { skip: !isLater || code === '' },
  );
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), laterMs);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    let isCurrent = true;
    if (coupons || named)
      import('./live-coupons.tsx').then(
        ({ liveCouponsOf }) => isCurrent && setLive(liveCouponsOf(named, coupons ?? [])),
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
  }, [coupons, named]);
  return live;
}
