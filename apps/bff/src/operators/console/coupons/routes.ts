import { paiseOf } from '@meridian/contracts/checkout/pricing';
import type { CouponRow } from '@meridian/contracts/console/desk';
import { readDay } from '@meridian/contracts/india-time';
import { z } from 'zod';
import { isLive } from '../../../enrolment/coupons/coupon-rules.ts';
import {
  addCoupon,
  type CouponReport,
  closeCoupon,
  reportCoupons,
} from '../../../enrolment/coupons/manage-coupons.ts';
import { transact } from '../../../platform/database/transact.ts';
import { HttpProblem } from '../../../platform/http/errors.ts';
import { recordAudit } from '../../audit/audit-log.ts';
import { auditOf } from '../server/audit-of.ts';
import { route } from '../server/route.ts';

const mostListed = 500;
const dayMs = 86_400_000;

function stateOf({ coupon }: CouponReport, now: Date): CouponRow['state'] {
  if (coupon.closedAt) return 'ended';
  if (isLive(coupon, now)) return 'live';
  return coupon.startsAt > now ? 'later' : 'over';
}

function rowOf(report: CouponReport, now: Date): CouponRow {
  const { coupon, reserved, redeemed, discountPaise } = report;
  const { code, label, terms, courses, categories, batches, byItself } = coupon;
  return {
    ...{ code, label, courses, categories, batches, by_itself: byItself, state: stateOf(report, now) },
    percent: terms.kind === 'percent' ? terms.percent : null,
    amount_paise: terms.kind === 'amount' ? terms.amountPaise : null,
    ...{ starts_at: coupon.startsAt.toISOString(), ends_at: coupon.endsAt?.toISOString() ?? null },
    ...{ uses: coupon.maxUses, uses_per_email: coupon.maxUsesPerEmail, least_seats: coupon.leastSeats },
    ...{ reserved, redeemed, discount_paise: discountPaise },
  };
}

const day = z
  .string()
  .refine((text) => readDay(text) !== null, { error: 'A day such as 2026-12-31' })
  .optional();
const count = z.int().min(1).max(1_000_000);
const code = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9-]{2,39}$/, { error: '3 to 40 letters, digits and "-"' });

const newCoupon = z
  .object({
    code,
    label: z.string().trim().max(100).default(''),
    percent: z.int().min(1).max(100).optional(),
    rupees: z.number().positive().max(9_999_999).optional(),
    /** Days in India, the last one included. */
    from: day,
    to: day,
    courses: z.array(z.int().positive()).max(100).default([]),
    categories: z.array(z.string().trim().min(1).max(100)).max(100).default([]),
    batches: z.array(z.int().positive()).max(100).default([]),
    uses: count.optional(),
    uses_per_email: count.optional(),
    least_seats: count.default(1),
    by_itself: z.boolean().default(false),
  })
  .refine(({ percent, rupees }) => (percent === undefined) !== (rupees === undefined), {
    error: 'Either per cent or rupees',
    path: ['percent'],
  });

const midnight = (text: string | undefined, daysLater: number): Date | null =>
  text === undefined ? null : new Date(Date.parse(`${text}T00:00:00+05:30`) + daysLater * dayMs);

export const couponRoutes = [
  route({
    method: 'GET',
    path: '/coupons',
    access: 'viewer',
    query: z.object({ all: z.literal('yes').optional() }),
    async handle({ deps, query }): Promise<CouponRow[]> {
      const now = deps.checkout.now();
      const all = query.all !== undefined;
      const reports = await reportCoupons(deps.database, { all, limit: mostListed, now });
      return reports.map((report) => rowOf(report, now));
    },
  }),
  route({
    method: 'POST',
    path: '/coupons',
    access: 'finance',
    body: newCoupon,
    async handle(call) {
      const { body, deps } = call;
      const startsAt = midnight(body.from, 0) ?? deps.checkout.now();
      const endsAt = midnight(body.to, 1);
      if (endsAt !== null && endsAt <= startsAt)
        throw new HttpProblem(400, 'The last day is before the first.', {
          errors: { to: ['Is before the first day'] },
        });
      const { percent, rupees = 0, courses, categories, batches } = body;
      const added = await transact(deps.database, async (transaction) => {
        const coupon = await addCoupon(transaction, {
          ...{ code: body.code, startsAt, endsAt, courses, categories, batches },
          label: body.label || body.code.toUpperCase(),
          terms:
            percent === undefined
              ? { kind: 'amount', amountPaise: paiseOf(rupees) }
              : { kind: 'percent', percent },
          ...{ maxUses: body.uses ?? null, maxUsesPerEmail: body.uses_per_email ?? null },
          ...{ leastSeats: body.least_seats, byItself: body.by_itself },
        });
        const detail = { percent: percent ?? null, rupees: percent === undefined ? rupees : null };
        if (coupon)
          await recordAudit(
            transaction,
            auditOf(call, 'coupon.add', { kind: 'coupon', id: coupon.code }, detail),
          );
        return coupon;
      });
      if (!added)
        throw new HttpProblem(409, `The code ${body.code.toUpperCase()} was given before.`, {
          errors: { code: ['Was given before'] },
        });
      return { done: `The coupon ${added.code} is made.` };
    },
  }),
  route({
    method: 'POST',
    path: '/coupons/end',
    access: 'finance',
    body: z.object({ code }),
    async handle(call) {
      const id = call.body.code.toUpperCase();
      const ended = await transact(call.deps.database, async (transaction) => {
        const closed = await closeCoupon(transaction, id);
        if (closed) await recordAudit(transaction, auditOf(call, 'coupon.end', { kind: 'coupon', id }));
        return closed;
      });
      if (!ended) throw new HttpProblem(409, 'There is no such coupon that is open.');
      return { done: `${id} has ended. Orders that have it keep their price.` };
    },
  }),
];
