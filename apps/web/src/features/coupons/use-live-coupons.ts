import { useEffect, useState } from 'react';
import { useSalesOpen } from '../../api/sales.ts';
import { type CouponCourse, couponsApi } from './coupons-api.ts';
import type { LiveCoupons } from './live-coupons.tsx';
import { useCurrentCoupon } from './saved-coupon.ts';

export type { LiveCoupons } from './live-coupons.tsx';

/** Delay that keeps the requests out of the first load. */
const laterMs = 300;

/**
 * Loads the coupons of a course after mount. Returns none until there is a response, and while sales are
 * closed.
 */
export function useLiveCoupons({ courseId, category }: CouponCourse): LiveCoupons | undefined {
  const isOpen = useSalesOpen();
  const [isLater, setLater] = useState(false);
  const [live, setLive] = useState<LiveCoupons>();
  const code = useCurrentCoupon();
  const { data: coupons } = couponsApi.endpoints.coupons.useQuery(
    { courseId, category },
    { skip: !isLater || !isOpen },
  );
  const { currentData: named } = couponsApi.endpoints.coupon.useQuery(
    { courseId, category, code },
    { skip: !isLater || !isOpen || code === '' },
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
  return isOpen ? live : undefined;
}
