import type { CouponRow } from '@meridian/contracts/operators/actions/coupons';
import { isLive } from './coupon-rules.ts';
import type { CouponReport } from './manage-coupons.ts';

function toState({ coupon }: CouponReport, now: Date): CouponRow['state'] {
  if (coupon.closedAt) return 'ended';
  if (isLive(coupon, now)) return 'live';
  return coupon.startsAt > now ? 'later' : 'over';
}

/** @returns the coupon for operators */
export function toCouponRow(report: CouponReport, now: Date): CouponRow {
  const { coupon, reserved, redeemed, discountPaise } = report;
  const { terms } = coupon;
  return {
    code: coupon.code,
    label: coupon.label,
    percent: terms.kind === 'percent' ? terms.percent : null,
    amount_paise: terms.kind === 'amount' ? terms.amountPaise : null,
    courses: [...coupon.courses],
    categories: [...coupon.categories],
    batches: [...coupon.batches],
    starts_at: coupon.startsAt.toISOString(),
    ends_at: coupon.endsAt?.toISOString() ?? null,
    closed_at: coupon.closedAt?.toISOString() ?? null,
    state: toState(report, now),
    live: isLive(coupon, now),
    uses: coupon.maxUses,
    uses_per_email: coupon.maxUsesPerEmail,
    min_seats: coupon.minSeats,
    automatic: coupon.isAutomatic,
    reserved,
    redeemed,
    discount_paise: discountPaise,
  };
}
