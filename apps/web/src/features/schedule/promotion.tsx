import { Stars } from '@meridian/ui/stars';
import { Phone, TicketPercent } from 'lucide-react';
import { claims, contact, coupon } from '../../site-content.ts';

/** The coupon of the week. */
export function CouponBox() {
  return (
    <aside
      aria-label="Coupon"
      className="flex items-center gap-4 rounded-lg border-2 border-dashed border-accent bg-accent-soft p-4 text-ink sm:p-5"
    >
      <TicketPercent aria-hidden="true" className="size-9 shrink-0 text-accent-strong" />
      <p>
        <strong className="font-display text-xl">{coupon.percentOff}% off</strong> with the code{' '}
        <strong className="rounded-sm bg-surface px-2 py-0.5 tracking-wide select-all">{coupon.code}</strong>
        <span className="block text-sm text-ink-soft">Expires next Tuesday</span>
      </p>
    </aside>
  );
}

/** What learners say in numbers, and the number to call. */
export function Trust() {
  return (
    <ul className="flex flex-wrap items-center gap-x-6 gap-y-3 text-sm font-semibold">
      <li className="flex items-center gap-2">
        <Stars rating={5} label="Reviews: 5 out of 5" /> {claims.scheduleRating}
      </li>
      <li>{claims.scheduleEnrolled}</li>
      <li>
        <a
          href={contact.phoneHref}
          className="inline-flex min-h-11 items-center gap-2 underline-offset-4 hover:underline"
        >
          <Phone aria-hidden="true" className="size-4" /> Call {contact.phone}
        </a>
      </li>
    </ul>
  );
}
