import type { Batch } from '@meridian/contracts/schedule/batch';
import { Flame, Monitor, UserRound } from 'lucide-react';
import { memo, type ReactNode, useState } from 'react';
import { contact } from '../../site-content.ts';
import { buttonClass } from '../../ui/button.tsx';
import { formatTime, formatWeekday } from '../../ui/dates.ts';
import { seatPriceOf } from './discount.ts';
import { EnrollLink } from './enroll-link.tsx';
import { SeatPriceLine } from './seat-price-line.tsx';
import { SeatStepper } from './seat-stepper.tsx';
import { TimeTypeIcon } from './time-type-icon.tsx';

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5">
      <span className="mt-1 text-brand [&>svg]:size-4">{icon}</span>
      <span>{children}</span>
    </li>
  );
}

/** One batch: when, where and with whom it is held, what a seat costs, and the way to enrol. */
export const BatchCard = memo(function BatchCard({
  batch,
  courseId,
  courseName,
}: {
  batch: Batch;
  courseId: number;
  courseName: string;
}) {
  const [seats, setSeats] = useState(1);
  const price = seatPriceOf(batch);
  const { feeRupees } = price;
  const label = `Enroll: ${formatWeekday(batch.start_date)}, ${formatTime(batch.start_time)} IST`;

  return (
    <article className="relative grid gap-5 rounded-lg border border-line bg-surface p-5 shadow-card sm:grid-cols-[1fr_15rem] sm:p-6 lg:grid-cols-[1fr_30rem]">
      <div>
        <div className="mb-3 flex flex-wrap items-center gap-2 text-xs font-bold empty:hidden">
          {batch.selling_fast === 1 ? (
            <span className="inline-flex items-center gap-1.5 rounded-sm bg-alert-soft px-2.5 py-1 text-alert-strong">
              <Flame aria-hidden="true" className="size-4" /> Selling Fast
            </span>
          ) : null}
          {batch.day_type ? (
            <span className="rounded-sm bg-brand-soft px-2.5 py-1 text-brand-strong capitalize">
              {batch.day_type}
            </span>
          ) : null}
        </div>
        <h3 className="text-xl">
          <time dateTime={batch.start_date}>{formatWeekday(batch.start_date)}</time>
          {batch.end_date && batch.end_date !== batch.start_date ? (
            <>
              <span className="font-normal text-ink-soft"> to </span>
              <time dateTime={batch.end_date}>{formatWeekday(batch.end_date)}</time>
            </>
          ) : null}
        </h3>
        <ul className="mt-3 grid gap-2 text-ink-soft">
          <Fact icon={<TimeTypeIcon timeType={batch.time_type} />}>
            {formatTime(batch.start_time)} to {formatTime(batch.end_time)} IST
            {batch.time_type ? <span className="capitalize"> · {batch.time_type}</span> : null}
          </Fact>
          {batch.online_class_room ? (
            <Fact icon={<Monitor aria-hidden="true" />}>Online classroom: {batch.online_class_room}</Fact>
          ) : null}
          {batch.instructor_name ? (
            <Fact icon={<UserRound aria-hidden="true" />}>With {batch.instructor_name}</Fact>
          ) : null}
        </ul>
      </div>
      {feeRupees === null ? (
        <div className="grid content-center gap-4 border-line max-sm:border-t max-sm:pt-5 sm:border-l sm:pl-6">
          <p className="font-semibold">The fee of this batch is given on request.</p>
          <a href={contact.phoneHref} className={buttonClass('outline')}>
            Call {contact.phone}
          </a>
        </div>
      ) : (
        <div className="grid content-center gap-x-8 gap-y-4 border-line max-sm:border-t max-sm:pt-5 sm:border-l sm:pl-6 lg:grid-cols-2 lg:items-center">
          <SeatPriceLine price={price} />
          <div className="grid gap-3">
            <SeatStepper seats={seats} onChange={setSeats} />
            <EnrollLink
              label={label}
              state={{
                course_id: courseId,
                course_name: courseName,
                course_schedule_id: batch.id,
                course_fee: feeRupees,
                course_qty: seats,
              }}
            />
          </div>
        </div>
      )}
    </article>
  );
});
