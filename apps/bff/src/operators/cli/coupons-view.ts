/** Coupons as `ops coupons list` prints them. */
import { formatPaise } from '@meridian/contracts/checkout/pricing';
import type { CouponRow } from '@meridian/contracts/operators/actions/coupons';
import { momentText, tableLines } from './table.ts';

/** It ends with a day: not shown as the midnight that begins the next one. */
const lastMoment = (end: string) => new Date(Date.parse(end) - 1);

export function tableOf(coupons: readonly CouponRow[]): string[] {
  const rows = coupons.map((coupon) => [
    coupon.code,
    coupon.percent === null ? formatPaise(coupon.amount_paise ?? 0) : `${coupon.percent} %`,
    coupon.state,
    momentText(new Date(coupon.starts_at)),
    momentText(coupon.ends_at === null ? null : lastMoment(coupon.ends_at)),
    `${coupon.redeemed}${coupon.uses === null ? '' : ` of ${coupon.uses}`}`,
    String(coupon.reserved),
    formatPaise(coupon.discount_paise),
  ]);
  return tableLines(['code', 'off', 'state', 'from', 'to', 'paid', 'reserved', 'given'], rows);
}
