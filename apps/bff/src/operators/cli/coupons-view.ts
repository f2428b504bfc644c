/** Coupons as `ops coupons list` prints them. */
import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import type { CouponRow } from '@meridian/contracts/operators/actions/coupons';
import { formatTimestamp, tableLines } from './table.ts';

/** Converts the stored end, which is the midnight after the last day, to an instant of the last day. */
const lastInstant = (end: string) => new Date(Date.parse(end) - 1);

export function tableOf(coupons: readonly CouponRow[]): string[] {
  const rows = coupons.map((coupon) => [
    coupon.code,
    coupon.percent === null ? formatPaise(coupon.amount_paise ?? 0) : `${coupon.percent} %`,
    coupon.state,
    formatTimestamp(new Date(coupon.starts_at)),
    formatTimestamp(coupon.ends_at === null ? null : lastInstant(coupon.ends_at)),
    `${coupon.redeemed}${coupon.uses === null ? '' : ` of ${coupon.uses}`}`,
    String(coupon.reserved),
    formatPaise(coupon.discount_paise),
  ]);
  return tableLines(['code', 'off', 'state', 'from', 'to', 'paid', 'reserved', 'given'], rows);
}
