import type { ShownCoupon } from '@meridian/contracts/enrolment/coupons';
import { api } from '../../api/api.ts';
import { callQuery } from '../../api/call-query.ts';

export interface CouponCourse {
  courseId: number;
  /** Slug of the course's category. */
  category: string;
}

// Checked by hand: the zod schemas have more code than this feature.
const listShape = {
  safeParse: (value: unknown) => {
    const { coupons } = (value ?? {}) as { coupons?: ShownCoupon[] };
    return Array.isArray(coupons) ? { data: coupons } : {};
  },
};
const couponShape = {
  safeParse: (value: unknown) => {
    const { coupon } = (value ?? {}) as { coupon?: ShownCoupon | null };
    return coupon === undefined ? {} : { data: coupon };
  },
};

export const couponsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The coupons that pages of a course may show. */
    coupons: build.query<ShownCoupon[], CouponCourse>({
      queryFn: ({ courseId, category }) =>
        callQuery(`/api/coupons/${courseId}?${new URLSearchParams({ category })}`, listShape),
      keepUnusedDataFor: 0,
    }),
    /** The discount that a code gives on a course; null if it gives none. */
    coupon: build.query<ShownCoupon | null, CouponCourse & { code: string }>({
      queryFn: ({ courseId, category, code }) =>
        callQuery(`/api/coupons/${courseId}`, couponShape, { category, code }),
      keepUnusedDataFor: 0,
    }),
  }),
});
