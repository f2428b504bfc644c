/** Coupons as `ops coupons list` prints them. */
import { formatPaise } from '@meridian/contracts/checkout/pricing';
import type { CouponRow } from '@meridian/contracts/operators/actions/coupons';
import { momentText, tableLines } from './table.ts';

export function tableOf(coupons: readonly CouponRow[]): string[] {
  const rows = coupons.map((coupon) => [
    coupon.code,
    coupon.percent === null ? formatPaise(coupon.amount_paise ?? 0) : `${coupon.percent} %`,
    coupon.state,
    momentText(new Date(coupon.starts_at)),
    momentText(coupon.ends_at === null ? null : new Date(coupon.ends_at)),
    `${coupon.redeemed}${coupon.uses === null ? '' : ` of ${coupon.uses}`}`,
    String(coupon.reserved),
    formatPaise(coupon.discount_paise),
  ]);
  return tableLines(['code', 'off', 'state', 'from', 'to', 'paid', 'reserved', 'given'], rows);
}
