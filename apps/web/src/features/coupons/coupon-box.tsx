import type { ShownCoupon } from '@meridian/contracts/enrolment/coupons';
import { formatRupees } from '@meridian/contracts/enrolment/pricing';
import { formatDay } from '@meridian/contracts/format-time';
import { timeInIndia } from '@meridian/contracts/india-time';
import { buttonClass } from '@meridian/ui/button';
import { TicketPercent } from '@meridian/ui/icons';
import { useEffect, useState } from 'react';
import { saveCoupon, useCurrentCoupon } from './saved-coupon.ts';

/** @returns the last day in India on which a coupon is valid: the day before if it ends at midnight */
export function lastDay(endsAt: string): string {
  return timeInIndia(Date.parse(endsAt) - 1).slice(0, 10);
}

/** Maximum delay of a browser's timer. */
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

/** A coupon that the checkout accepts. Hidden when the coupon ends. */
export function CouponBox({ coupon }: { coupon: ShownCoupon }) {
  const { code, label, percent, amount, ends_at: endsAt } = coupon;
  const applied = useCurrentCoupon() === code;
  if (useIsOver(endsAt)) return null;
  return (
    <aside
      aria-label="Coupon"
      className="flex items-center gap-4 rounded-lg border-2 border-dashed border-accent bg-accent-soft p-4 text-ink sm:p-5"
    >
      <TicketPercent aria-hidden="true" className="size-9 shrink-0 text-accent-strong max-sm:hidden" />
      <p className="min-w-0 grow">
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
      <div className="grid shrink-0 gap-1.5">
        <CopyButton code={code} />
        {applied ? (
          <p role="status" className="text-center text-sm font-semibold">
            Applied
          </p>
        ) : (
          <button
            type="button"
            className={buttonClass('primary', 'sm', 'min-h-11')}
            onClick={() => saveCoupon(code)}
          >
            Apply
          </button>
        )}
      </div>
    </aside>
  );
}

function CopyButton({ code }: { code: string }) {
  const [state, setState] = useState<'copied' | 'failed'>();
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  // Without TLS, browsers offer no clipboard. The visitor can select the code.
  if (typeof navigator.clipboard?.writeText !== 'function') return null;
  return (
    <button type="button" className={buttonClass('outline', 'sm', 'min-h-11')} onClick={copy}>
      <span role="status">{state === 'copied' ? 'Copied' : state === 'failed' ? 'Not copied' : 'Copy'}</span>
      <span className="sr-only"> the code {code}</span>
    </button>
  );
}
