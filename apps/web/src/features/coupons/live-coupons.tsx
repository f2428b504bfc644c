import type { ShownCoupon } from '@meridian/contracts/enrolment/coupons';
import { formatPaise, formatRupees } from '@meridian/contracts/enrolment/pricing';
import { promotionPrefix } from '@meridian/contracts/enrolment/promotion';
import { formatDay } from '@meridian/contracts/format-time';
import type { ReactNode } from 'react';
import { CouponBox, lastDay } from './coupon-box.tsx';
import { bestEffect, groupCoupons, type Seats } from './coupon-effect.ts';

/** The current coupons of a course. */
export interface LiveCoupons {
  /** The promotion with its code; null if there is none. */
  promotion(): ReactNode;
  /** "₹21,297.82 with SPRING842, until Tue 24 Nov 2026"; null if no coupon applies. */
  effect(seats: Seats): ReactNode;
  /**
   * A table of group prices; null if there are none.
   * @param fees fees of the batches on the page, in rupees per seat
   */
  groups(fees: readonly (number | null)[]): ReactNode;
}

const discountText = ({ percent, amount }: ShownCoupon) =>
  percent === null ? `${formatRupees(amount ?? 0)} off the order` : `${percent}% off`;

/** @param named the visitor's coupon; null if its code gives no discount here */
export function liveCouponsOf(
  named: ShownCoupon | null | undefined,
  coupons: readonly ShownCoupon[],
): LiveCoupons {
  return {
    promotion() {
      const coupon = coupons.find(({ code }) => code.startsWith(promotionPrefix));
      return coupon ? <CouponBox coupon={coupon} /> : null;
    },
    effect(seats) {
      const best = bestEffect(named, coupons, seats);
      if (!best) return null;
      const { code, ends_at: endsAt } = best.coupon;
      return (
        <p>
          {formatPaise(best.totalPaise)}
          {seats.seats > 1 ? ` for ${seats.seats} seats` : ''} with {code}
          {endsAt === null ? '' : `, until ${formatDay(lastDay(endsAt))}`}
        </p>
      );
    },
    groups([feeRupees = null, ...fees]) {
      const groups = groupCoupons(coupons);
      if (groups.length === 0) return null;
      const hasTotals = feeRupees !== null && fees.every((fee) => fee === feeRupees);
      return (
        <table className="text-sm">
          <caption className="mb-2 text-left font-semibold">Group prices, applied automatically</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">Seats</th>
              <th scope="col">Discount</th>
              {hasTotals ? <th scope="col">Total price</th> : null}
            </tr>
          </thead>
          <tbody>
            {groups.map((group) => {
              const least = group.min_seats;
              const total = hasTotals
                ? bestEffect(undefined, [group], { batchId: 0, feeRupees, seats: least })?.totalPaise
                : undefined;
              return (
                <tr key={group.code} className="border-t border-line">
                  <th scope="row" className="py-1.5 pr-6 text-left font-normal">
                    {least} or more seats
                  </th>
                  <td className="pr-6 font-semibold text-accent-strong">{discountText(group)}</td>
                  {total === undefined ? null : (
                    <td className="text-ink-soft">
                      {least} seats: {formatPaise(total)} incl. GST
                    </td>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      );
    },
  };
}
