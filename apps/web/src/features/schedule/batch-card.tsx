import { formatDay, formatTime } from '@meridian/contracts/format-time';
import type { Batch } from '@meridian/contracts/site/schedule/batch';
import { buttonClass } from '@meridian/ui/button';
import { Flame } from '@meridian/ui/icons';
import { memo } from 'react';
import { contact } from '../../content/site-content.ts';
import type { LiveSeats } from '../seats/public.ts';
import { BatchFacts } from './batch-facts.tsx';
import { DateTile } from './date-tile.tsx';
import { seatPriceOf } from './discount.ts';
import { EnrollLink } from './enroll-link.tsx';
import { SeatPriceLine } from './seat-price-line.tsx';
import { SeatStepper } from './seat-stepper.tsx';
import { useSeats } from './use-seats.ts';

/** Fixed columns, so that dates, times and prices of all cards are aligned. */
const columns =
  'sm:max-lg:grid-flow-col sm:max-lg:grid-cols-[minmax(0,1fr)_12.5rem] sm:max-lg:grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_9.5rem_11.5rem] lg:items-center';

/** A batch: dates, place, instructor, price of a seat, and the enrol link. */
export const BatchCard = memo(function BatchCard({
  batch,
  courseId,
  courseName,
  live,
}: {
  batch: Batch;
  courseId: number;
  courseName: string;
  live: LiveSeats | undefined;
}) {
  const [seats, setSeats] = useSeats(batch.id);
  const price = seatPriceOf(batch);
  const { feeRupees } = price;
  const left = live?.left(batch.id);
  const label = `Enroll: ${formatDay(batch.start_date)}, ${formatTime(batch.start_time)} IST`;

  return (
    <article
      className={`relative grid gap-x-6 gap-y-4 rounded-lg border border-line bg-surface p-5 shadow-card sm:p-6 ${columns}`}
    >
      {/* On the edge of the card, so that its arrival shifts nothing. */}
      {live?.note(batch.id, 'absolute -top-3 right-5', {
        courseId,
        courseName,
        seats,
        when: formatDay(batch.start_date),
      })}
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
          <p className="font-semibold">The fee of this batch is given on request.</p>
          <a href={contact.phoneHref} className={buttonClass('outline', 'md', 'lg:px-2')}>
            Call {contact.phone}
          </a>
        </>
      ) : (
        <>
          <SeatPriceLine price={price} />
          <div className="grid gap-3 max-sm:grid-cols-[auto_minmax(0,1fr)] max-sm:items-end">
            <SeatStepper seats={seats} left={left} onChange={setSeats} />
            <EnrollLink
              label={label}
              left={left}
              state={{
                course_id: courseId,
                course_name: courseName,
                course_schedule_id: batch.id,
                course_fee: feeRupees,
                course_qty: seats,
              }}
            />
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
