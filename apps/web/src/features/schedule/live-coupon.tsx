import type { ShownCoupon } from '@meridian/contracts/enrolment/coupons';
import { formatRupees } from '@meridian/contracts/enrolment/pricing';
import { promotionPrefix } from '@meridian/contracts/enrolment/promotion';
import { formatDay } from '@meridian/contracts/format-time';
import { timeInIndia } from '@meridian/contracts/india-time';
import { TicketPercent } from '@meridian/ui/icons';
import { useEffect, useState } from 'react';
import { couponInQuery, saveCoupon } from '../checkout/public.ts';

/**
 * Loads the live coupon of a promotion. A link's code stays with the visitor until the checkout.
 * @returns undefined if there is none
 * @throws if there is no readable answer
 */
export async function liveCoupon(courseId: number, category: string): Promise<ShownCoupon | undefined> {
  const linked = couponInQuery(location.search);
  if (linked !== undefined) saveCoupon(linked);
  // Without the HTTP client, whose code is ten times the size of this file.
  const response = await fetch(`/api/coupons/${courseId}?${new URLSearchParams({ category })}`);
  if (!response.ok) return undefined;
  const { data } = (await response.json()) as { data: { coupons: ShownCoupon[] } };
  return data.coupons.find(({ code }) => code.startsWith(promotionPrefix));
}

/** The last day on which a coupon is valid, in India: an end at midnight belongs to the day before. */
function lastDay(endsAt: string): string {
  return timeInIndia(Date.parse(endsAt) - 1).slice(0, 10);
}

/** Maximum of a timer. */
const maxTimerMs = 2 ** 31 - 1;

function useIsOver(endsAt: string | null): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (endsAt === null) return;
    const waitMs = Date.parse(endsAt) - Date.now();
    if (waitMs > maxTimerMs) return;
    const timer = setTimeout(() => setOver(true), Math.max(0, waitMs));
    return () => clearTimeout(timer);
  }, [endsAt]);
  return over;
}

/** A coupon that the checkout accepts, shown until it ends. */
export function CouponBox({ coupon }: { coupon: ShownCoupon }) {
  const { code, label, percent, amount, ends_at: endsAt } = coupon;
  if (useIsOver(endsAt)) return null;
  return (
    <aside
      aria-label="Coupon"
      className="flex items-center gap-4 rounded-lg border-2 border-dashed border-accent bg-accent-soft p-4 text-ink sm:p-5"
    >
      <TicketPercent aria-hidden="true" className="size-9 shrink-0 text-accent-strong" />
      <p>
        <strong className="font-display text-xl">
          {percent === null ? formatRupees(amount ?? 0) : `${percent}%`} off
        </strong>{' '}
        with the code{' '}
        <strong className="rounded-sm bg-surface px-2 py-0.5 tracking-wide select-all">{code}</strong>
        <span className="block text-sm text-ink-soft">
          {endsAt === null ? null : (
            <>
              Expires <time dateTime={endsAt}>at the end of {formatDay(lastDay(endsAt))}</time>.{' '}
            </>
          )}
          {label}
        </span>
      </p>
    </aside>
  );
}
