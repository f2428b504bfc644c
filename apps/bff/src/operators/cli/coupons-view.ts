/** Coupons as `ops coupons …` prints them. */
import { formatPaise } from '@meridian/contracts/checkout/pricing';
import type { Coupon } from '../../enrolment/coupons/coupon.ts';
import { isLive } from '../../enrolment/coupons/coupon-rules.ts';
import type { CouponReport } from '../../enrolment/coupons/manage-coupons.ts';
import { momentText, tableLines } from './table.ts';

export function dataOf({ coupon, reserved, redeemed, discountPaise }: CouponReport, now: Date) {
  return {
    code: coupon.code,
    label: coupon.label,
    percent: coupon.terms.kind === 'percent' ? coupon.terms.percent : null,
    amount_paise: coupon.terms.kind === 'amount' ? coupon.terms.amountPaise : null,
    courses: coupon.courses,
    categories: coupon.categories,
    batches: coupon.batches,
    starts_at: coupon.startsAt.toISOString(),
    ends_at: coupon.endsAt?.toISOString() ?? null,
    closed_at: coupon.closedAt?.toISOString() ?? null,
    uses: coupon.maxUses,
    uses_per_email: coupon.maxUsesPerEmail,
    least_seats: coupon.leastSeats,
    by_itself: coupon.byItself,
    live: isLive(coupon, now),
    reserved,
    redeemed,
    discount_paise: discountPaise,
  };
}

function offOf({ terms }: Coupon): string {
  return terms.kind === 'percent' ? `${terms.percent} %` : formatPaise(terms.amountPaise);
}

export function tableOf(reports: readonly CouponReport[], now: Date): string[] {
  const rows = reports.map(({ coupon, reserved, redeemed, discountPaise }) => [
    coupon.code,
    offOf(coupon),
    isLive(coupon, now)
      ? 'live'
      : coupon.closedAt
        ? 'ended by hand'
        : coupon.startsAt > now
          ? 'later'
          : 'over',
    momentText(coupon.startsAt),
    momentText(coupon.endsAt),
    `${redeemed}${coupon.maxUses === null ? '' : ` of ${coupon.maxUses}`}`,
    String(reserved),
    formatPaise(discountPaise),
  ]);
  return tableLines(['code', 'off', 'state', 'from', 'to', 'paid', 'reserved', 'given'], rows);
}
