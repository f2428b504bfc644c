import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import type { Selection } from '@meridian/contracts/enrolment/selection';
import { formatDay } from '@meridian/contracts/format-time';
import { classNames } from '@meridian/ui/class-names';
import { ArrowLeft, ChevronDown } from '@meridian/ui/icons';
import { useState } from 'react';
import { contact } from '../../../content/contact.ts';
import { Link } from '../../../ui/link.tsx';
import { BatchPlace } from '../selection/batch-place.tsx';
import { BatchTimes } from '../selection/batch-times.tsx';
import { type BatchSeats, useFirstSchedule } from '../selection/use-batch-seats.ts';
import { CouponField } from './coupon-field.tsx';
import { PriceList } from './price-list.tsx';
import { RefundTerms } from './refund-terms.tsx';
import type { CheckoutPrice } from './use-price.ts';

/** Placeholder with the length of a typical batch. */
const unknownBatch = {
  start_date: '2026-12-21',
  end_date: '2026-12-24',
  start_time: '18:30',
  end_time: '22:30',
  online_class_room: 'Zoom',
  instructor_name: 'Name and surname',
};

/** Order summary: course, batch and price. */
export function OrderSummary({
  selection,
  checkout,
  seats,
}: {
  selection: Selection;
  checkout: CheckoutPrice;
  seats: BatchSeats;
}) {
  const { data, isLoading } = useFirstSchedule(selection);
  const [opened, setOpen] = useState(false);
  // Opened if the coupon has an error, so that the message is visible.
  const isOpen = opened || checkout.fault !== undefined;
  const batch = data?.course_schedule.find(({ id }) => id === selection.course_schedule_id);
  return (
    <section
      aria-labelledby="order-summary"
      className="overflow-hidden rounded-lg border border-line bg-surface shadow-card lg:sticky lg:top-24 lg:col-start-2 lg:row-start-1"
    >
      <h2 id="order-summary" className="sr-only">
        Your order
      </h2>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls="order-details"
        onClick={() => setOpen(!isOpen)}
        className="flex w-full items-center justify-between gap-3 px-5 py-3 text-left lg:hidden"
      >
        <span className="min-w-0">
          <span className="block truncate font-semibold">
            {selection.course_name || data?.name || 'Course name not available'}
          </span>
          <span className="block truncate text-sm text-ink-soft">
            {selection.course_qty === 1 ? '1 seat' : `${selection.course_qty} seats`}
            {batch ? `, ${formatDay(batch.start_date)}` : ''}
          </span>
          <span className="block text-sm text-brand-strong underline underline-offset-4">
            Details and coupon
          </span>
        </span>
        <strong className="font-display text-lg">{formatPaise(checkout.price.totalPaise)}</strong>
        <ChevronDown aria-hidden="true" className={classNames('size-5 shrink-0', isOpen && 'rotate-180')} />
      </button>
      <div id="order-details" className={classNames(!isOpen && 'max-lg:hidden')}>
        <div className="p-5 sm:p-6">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p aria-hidden="true" className="font-display text-xl font-bold">
              Your order
            </p>
            {seats.live?.note(selection.course_schedule_id)}
          </div>
          {seats.live?.waitlist(selection.course_schedule_id, seats.waited)}
          <p className="mt-3 font-semibold">
            {selection.course_name || data?.name || 'Course name not available'}
          </p>
          {batch || isLoading ? (
            // Invisible placeholder, against layout shift.
            <div className={batch ? undefined : 'invisible'}>
              <BatchTimes batch={batch ?? unknownBatch} className="mt-2 text-sm text-ink-soft" />
              <BatchPlace batch={batch ?? unknownBatch} className="mt-1 text-sm text-ink-soft" />
            </div>
          ) : null}
          <Link
            to={`/view-schedule/${selection.course_id}`}
            className="mt-1 inline-flex min-h-11 items-center gap-2 text-sm font-semibold text-brand-strong underline underline-offset-4"
          >
            <ArrowLeft aria-hidden="true" className="size-4" /> All dates of this course
          </Link>
        </div>
        <div className="border-t border-line bg-brand-faint p-5 sm:p-6">
          <PriceList price={checkout.price} coupon={checkout.coupon?.code} totalLabel="Total to pay" />
        </div>
        {selection.course_qty > 0 ? <CouponField of={checkout} /> : null}
        {checkout.refundSteps ? <RefundTerms steps={checkout.refundSteps} /> : null}
        <p className="border-t border-line px-5 py-4 text-sm text-ink-soft sm:px-6">
          Questions before you pay?{' '}
          <a
            href={contact().phoneHref}
            className="font-semibold whitespace-nowrap text-brand-strong underline underline-offset-4"
          >
            {contact().phone}
          </a>
        </p>
      </div>
    </section>
  );
}
