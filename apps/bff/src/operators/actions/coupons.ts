import { paiseOf } from '@meridian/contracts/enrolment/pricing';
import { toCouponRow } from '../../enrolment/coupons/coupon-row.ts';
import { addCoupon, changeCoupon, closeCoupon } from '../../enrolment/coupons/manage-coupons.ts';
import { midnight } from '../../enrolment/coupons/midnight.ts';
import { invalidField, Refusal } from '../../platform/refusal.ts';
import type { Actions } from './action.ts';

export const createCouponActions = (
  now: () => Date,
): Pick<Actions, 'coupons.add' | 'coupons.change' | 'coupons.end'> => ({
  'coupons.add': {
    async run(transaction, input) {
      const at = now();
      const startsAt = input.from === undefined ? at : midnight(input.from);
      const endsAt = input.to === undefined ? null : midnight(input.to, 1);
      if (endsAt !== null && endsAt <= startsAt)
        throw invalidField('coupon_over', 'to', 'The last day is before the first');
      const { percent, rupees = 0 } = input;
      const coupon = await addCoupon(transaction, {
        code: input.code,
        label: input.label || input.code,
        terms:
          percent === undefined
            ? { kind: 'amount', amountPaise: paiseOf(rupees) }
            : { kind: 'percent', percent },
        courses: input.courses,
        categories: input.categories,
        batches: input.batches,
        startsAt,
        endsAt,
        maxUses: input.uses ?? null,
        maxUsesPerEmail: input.uses_per_email ?? null,
        minSeats: input.min_seats,
        isAutomatic: input.automatic,
      });
      if (!coupon) {
        const message = `The code ${input.code} was used before. Choose another code.`;
        throw new Refusal('conflict', 'code_taken', message, { errors: { code: [message] } });
      }
      return {
        done: `Coupon ${coupon.code} added.`,
        coupons: [toCouponRow({ coupon, reserved: 0, redeemed: 0, discountPaise: 0 }, at)],
      };
    },
    audit: ({ percent = null, rupees = null }, { coupons: [coupon] }) => ({
      subject: { kind: 'coupon', id: coupon?.code ?? '' },
      detail: { percent, rupees },
    }),
  },
  'coupons.change': {
    async run(transaction, { code, percent, rupees, to, uses, courses, categories, batches }) {
      const terms =
        percent !== undefined
          ? ({ kind: 'percent', percent } as const)
          : rupees !== undefined
            ? ({ kind: 'amount', amountPaise: paiseOf(rupees) } as const)
            : undefined;
      const changed = await changeCoupon(transaction, code, {
        ...(terms && { terms }),
        ...(to !== undefined && { endsAt: to === null ? null : midnight(to, 1) }),
        ...(uses !== undefined && { maxUses: uses }),
        ...(courses && { courses }),
        ...(categories && { categories }),
        ...(batches && { batches }),
      });
      return {
        done: `Coupon ${code} changed. Orders that have it keep their price.`,
        coupons: [toCouponRow(changed, now())],
      };
    },
    audit: ({ code, ...changes }) => ({
      subject: { kind: 'coupon', id: code },
      detail: {
        fields: Object.entries(changes)
          .filter(([, value]) => value !== undefined)
          .map(([name]) => name)
          .join(', '),
      },
    }),
  },
  'coupons.end': {
    async run(transaction, { code }) {
      const coupon = await closeCoupon(transaction, code);
      return {
        done: `Coupon ${code} ended. Orders that have it keep their price.`,
        coupons: [toCouponRow(coupon, now())],
      };
    },
    audit: ({ code }) => ({ subject: { kind: 'coupon', id: code } }),
  },
});
