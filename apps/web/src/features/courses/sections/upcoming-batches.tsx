import { seatFee } from '@meridian/contracts/enrolment/pricing';
import type { Selection } from '@meridian/contracts/enrolment/selection';
import { formatDay, formatTime } from '@meridian/contracts/format-time';
import type { Course } from '@meridian/contracts/site/courses/course';
import type { Batch } from '@meridian/contracts/site/schedule/batch';
import type { ReactNode } from 'react';
import { useSalesOpen } from '../../../api/sales.ts';
import { Link } from '../../../ui/link.tsx';
import { checkoutAddress } from '../../schedule/public.ts';
import { useLiveSeats } from '../../seats/public.ts';

/** @returns a selection of one seat of a batch; undefined if its fee cannot be read */
export function seatOf(course: Course, batch: Batch): Selection | undefined {
  const fee = seatFee(batch) ?? seatFee(course);
  if (fee === null) return undefined;
  return {
    course_id: course.id,
    course_name: course.name,
    course_schedule_id: batch.id,
    course_fee: fee,
    course_qty: 1,
  };
}

/** The dates and times of the next batches. Each batch that can be booked links to the checkout. */
export function UpcomingBatches({ course }: { course: Course }) {
  const isOpen = useSalesOpen();
  const live = useLiveSeats(course.id);
  if (course.upcoming_batches.length === 0) return null;
  return (
    <div>
      <h4 className="mb-3 font-semibold">Upcoming batches</h4>
      <ul className="grid gap-2">
        {course.upcoming_batches.map((batch) => (
          <UpcomingBatch
            key={batch.id}
            batch={batch}
            seat={!isOpen || live?.left(batch.id) === 0 ? undefined : seatOf(course, batch)}
          >
            {live?.note(batch.id, 'absolute -top-3 right-3')}
          </UpcomingBatch>
        ))}
      </ul>
    </div>
  );
}

function UpcomingBatch({
  batch,
  seat,
  children,
}: {
  batch: Batch;
  /** Undefined if the batch cannot be booked. */
  seat: Selection | undefined;
  children: ReactNode;
}) {
  const days = (
    <strong className="block">
      <time dateTime={batch.start_date}>{formatDay(batch.start_date)}</time>
      {batch.end_date && batch.end_date !== batch.start_date ? (
        <>
          {' '}
          to <time dateTime={batch.end_date}>{formatDay(batch.end_date)}</time>
        </>
      ) : null}
    </strong>
  );
  return (
    <li className="relative rounded-md border border-line bg-paper px-4 py-2.5 text-sm">
      {children}
      {seat ? (
        // The whole card is clickable.
        <Link
          to={checkoutAddress(seat)}
          state={seat}
          className="inline-block text-brand-strong underline underline-offset-4 after:absolute after:inset-0"
        >
          {days}
        </Link>
      ) : (
        days
      )}
      <span className="text-ink-soft">
        {formatTime(batch.start_time)} to {formatTime(batch.end_time)} IST
        {batch.day_type ? <span className="capitalize"> · {batch.day_type}</span> : null}
      </span>
    </li>
  );
}
