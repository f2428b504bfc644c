import { formatDay, formatTime } from '@meridian/contracts/format-time';
import type { Batch } from '@meridian/contracts/site/schedule/batch';
import { buttonClass } from '@meridian/ui/button';
import { Flame } from '@meridian/ui/icons';
import { memo, type ReactNode } from 'react';
import { useSalesOpen } from '../../api/sales.ts';
import { contact } from '../../content/contact.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { SeatPrice } from '../../ui/seat-price.tsx';
import type { LiveCoupons } from '../coupons/public.ts';
import type { LiveSeats } from '../seats/public.ts';
import { BatchFacts } from './batch-facts.tsx';
import { DateTile } from './date-tile.tsx';
import { seatPriceOf } from './discount.ts';
import { EnrollLink } from './enroll-link.tsx';

/** Layout by the width of the list: a card, two columns, or a row with aligned dates, times and prices. */
const columns =
  '@xl:@max-4xl:grid-cols-[minmax(0,1fr)_13rem] @4xl:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_14rem_11.5rem] @4xl:items-center';

/**
 * A batch: dates, place, trainer, price of a seat, and the link to the checkout or to the enquiry form. Must
 * be inside a `@container`.
 */
export const BatchRow = memo(function BatchRow({
  batch,
  course,
  enquiryPath,
  live,
  coupons,
  seats = 1,
  children,
}: {
  batch: Batch;
  course: { id: number; name: string };
  /** Path of the enquiry form for the course. */
  enquiryPath: string;
  live: LiveSeats | undefined;
  coupons: LiveCoupons | undefined;
  seats?: number;
  /** Shown above the link, if the batch can be booked. */
  children?: ReactNode;
}) {
  const isOpen = useSalesOpen();
  const price = seatPriceOf(batch);
  const { feeRupees } = price;
  const left = live?.left(batch.id);
  const when = formatDay(batch.start_date);
  return (
    <article
      className={`relative grid gap-x-6 gap-y-4 rounded-lg border border-line bg-surface p-5 shadow-card ${columns}`}
    >
      {/* Absolutely positioned, so that the note causes no layout shift when it loads. */}
      {live?.note(batch.id, 'absolute -top-3 right-5')}
      <div className="flex items-center gap-4">
        <DateTile day={batch.start_date} />
        <div className="min-w-0">
          <BatchDays batch={batch} />
          <BatchTags batch={batch} />
        </div>
      </div>
      <BatchFacts batch={batch} />
      {feeRupees === null ? (
        <>
          <p className="font-semibold">The fee of this batch is available on request.</p>
          <a href={contact().phoneHref} className={buttonClass('outline', 'md', 'lg:px-2')}>
            Call {contact().phone}
          </a>
        </>
      ) : (
        <>
          <SeatPrice
            fee={feeRupees}
            original={price.originalRupees}
            {...(price.percentOff > 0 && { percentOff: price.percentOff })}
          />
          <div className="grid gap-3 self-end @4xl:self-auto max-sm:has-[>:nth-child(2)]:grid-cols-[auto_minmax(0,1fr)] max-sm:items-end">
            {left === 0 || !isOpen ? null : children}
            {left === 0 ? (
              live?.waitlist(batch.id, { courseId: course.id, courseName: course.name, seats, when })
            ) : !isOpen ? (
              <ButtonLink
                to={enquiryPath}
                className="w-full"
                aria-label={`Enquire: ${when}, ${formatTime(batch.start_time)} IST`}
              >
                Enquire
              </ButtonLink>
            ) : (
              <EnrollLink
                label={`Enroll: ${when}, ${formatTime(batch.start_time)} IST`}
                left={left}
                state={{
                  course_id: course.id,
                  course_name: course.name,
                  course_schedule_id: batch.id,
                  course_fee: feeRupees,
                  course_qty: seats,
                }}
              />
            )}
          </div>
          {/* Reserves the height of the discount, which loads after the page. */}
          <div className="col-span-full -mb-3 min-h-5 text-xs font-bold text-accent-strong">
            {coupons?.effect({ batchId: batch.id, feeRupees, seats: Math.max(1, seats) })}
          </div>
        </>
      )}
    </article>
  );
});

function BatchDays({ batch }: { batch: Batch }) {
  return (
    <h3 className="text-lg leading-snug">
      <time dateTime={batch.start_date} className="inline-block">
        {formatDay(batch.start_date)}
      </time>
      {batch.end_date && batch.end_date !== batch.start_date ? (
        <>
          {' '}
          <span className="sm:whitespace-nowrap">
            <span className="font-normal text-ink-soft">to </span>
            <time dateTime={batch.end_date}>{formatDay(batch.end_date)}</time>
          </span>
        </>
      ) : null}
    </h3>
  );
}

function BatchTags({ batch }: { batch: Batch }) {
  return (
    <p className="mt-2 flex flex-wrap items-center gap-2 text-xs font-bold empty:hidden">
      {batch.day_type ? (
        <span className="rounded-sm bg-brand-soft px-2.5 py-1 text-brand-strong capitalize">
          {batch.day_type}
        </span>
      ) : null}
      {batch.selling_fast === 1 ? (
        <span className="inline-flex items-center gap-1.5 rounded-sm bg-alert-soft px-2.5 py-1 text-alert-strong">
          <Flame aria-hidden="true" className="size-4" /> Selling Fast
        </span>
      ) : null}
    </p>
  );
}
