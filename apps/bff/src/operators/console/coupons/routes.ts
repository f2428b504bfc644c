import { type CouponRow, couponRow } from '@meridian/contracts/operators/actions/coupons';
import { z } from 'zod';
import { toCouponRow } from '../../../enrolment/coupons/coupon-row.ts';
import { reportCoupons } from '../../../enrolment/coupons/manage-coupons.ts';
import { route } from '../server/route.ts';

const maxListed = 500;

export const couponRoutes = [
  route({
    method: 'GET',
    path: '/coupons',
    access: 'viewer',
    answer: couponRow.array(),
    query: z.object({ all: z.literal('yes').optional() }),
    async handle({ deps, query }): Promise<CouponRow[]> {
      const now = deps.now();
      const all = query.all !== undefined;
      const reports = await reportCoupons(deps.database, { all, limit: maxListed, now });
      return reports.map((report) => toCouponRow(report, now));
    },
  }),
];
