import { seatFee } from '@meridian/contracts/enrolment/pricing';
import type { Selection } from '@meridian/contracts/enrolment/selection';
import { formatDay, formatTime } from '@meridian/contracts/format-time';
import type { Batch } from '@meridian/contracts/site/schedule/batch';
import { SeatStepper } from '../../schedule/public.ts';
import type { LiveSeats } from '../../seats/public.ts';
import { useFirstSchedule } from '../selection/use-batch-seats.ts';

const labelOf = ({ start_date: start, start_time: time }: Batch) =>
  `${formatDay(start)}, ${formatTime(time)} IST`;

/** Fields that change the seats and the date of the order. */
export function SeatFields({
  selection,
  live,
  onChange,
}: {
  selection: Selection;
  live: LiveSeats | undefined;
  onChange(change: Partial<Selection>): void;
}) {
  const { data } = useFirstSchedule(selection);
  const { course_schedule_id: batchId, course_qty: seats } = selection;
  const batches = (data?.course_schedule ?? []).filter((batch) => seatFee(batch) !== null);
  const isListed = batches.some(({ id }) => id === batchId);
  return (
    <div className="mb-5 grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <label htmlFor="checkout-date" className="mb-1 block text-sm font-semibold max-sm:text-xs">
          Date
        </label>
        <select
          id="checkout-date"
          value={batchId}
          onChange={(event) => {
            const chosen = batches.find(({ id }) => id === Number(event.target.value));
            const fee = chosen && seatFee(chosen);
            if (chosen && fee != null) onChange({ course_schedule_id: chosen.id, course_fee: fee });
          }}
          className="h-11 w-full rounded-md border border-line-strong bg-surface px-3 text-ink"
        >
          {/* The batch is not on the first page of the schedule, or the schedule has not loaded yet. */}
          {isListed ? null : <option value={batchId}>The chosen date</option>}
          {batches.map((batch) => (
            <option key={batch.id} value={batch.id}>
              {labelOf(batch)}
              {live?.left(batch.id) === 0 ? ' (sold out)' : ''}
            </option>
          ))}
        </select>
      </div>
      <SeatStepper
        seats={seats}
        left={live?.left(batchId)}
        onChange={(course_qty) => onChange({ course_qty })}
      />
    </div>
  );
}
