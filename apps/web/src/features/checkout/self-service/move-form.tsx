import { formatRupees } from '@meridian/contracts/enrolment/pricing';
import type { MoveTarget } from '@meridian/contracts/enrolment/self-service';
import { formatDay, formatTime } from '@meridian/contracts/format-time';
import { Button } from '@meridian/ui/button';
import { useState } from 'react';
import type { ChangeFormProps } from './change-form-props.ts';

function daysOf({ start_date: start, end_date: end }: MoveTarget): string {
  return start === end ? formatDay(start) : `${formatDay(start)} to ${formatDay(end)}`;
}

/** @param rupees difference to the price of the booked batch, per seat, GST included */
function differenceText(rupees: number): string {
  if (rupees === 0) return 'the same price';
  return `${formatRupees(Math.abs(rupees))} ${rupees > 0 ? 'more' : 'less'}`;
}

/**
 * Lists other batches of the same course. The payer pays for a more expensive batch in the next step. A batch
 * with another place of supply can only be requested.
 */
export function MoveForm({ booking, isRequest, busy, onRequest }: ChangeFormProps) {
  const [chosen, setChosen] = useState<MoveTarget>();
  if (booking.move.length === 0)
    return <p>No other batch of this course is available now. Please contact us for other dates.</p>;
  const isRequested = isRequest || chosen?.by === 'request';
  return (
    <>
      <fieldset>
        <legend className="mb-1 font-semibold">To which batch?</legend>
        {booking.move.map((target) => (
          <label key={target.course_schedule_id} className="flex min-h-11 items-start gap-3 py-1.5">
            <input
              type="radio"
              name="move-to"
              className="mt-0.5 size-5 shrink-0 accent-brand"
              checked={chosen === target}
              onChange={() => setChosen(target)}
            />
            <span>
              <span className="block font-semibold">{daysOf(target)}</span>
              <span className="block text-sm text-ink-soft">
                {formatTime(target.start_time)} to {formatTime(target.end_time)} IST,{' '}
                {[target.city, target.online_class_room].filter(Boolean).join(', ')}
                {target.instructor_name ? `, with ${target.instructor_name}` : ''}
              </span>
              <span className="block text-sm text-ink-soft">
                {formatRupees(target.seat_price)} a seat incl. GST, {differenceText(target.difference)}
                {target.by === 'link' && target.refund > 0
                  ? `. ${formatRupees(target.refund)} is refunded`
                  : ''}
                {target.by === 'pay' && !isRequest ? '. The next step shows what you pay' : ''}
                {target.by === 'request' && !isRequest ? '. We have to confirm this move' : ''}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <Button
        busy={busy}
        disabled={!chosen}
        className="mt-4 max-sm:w-full"
        onClick={() =>
          chosen &&
          onRequest({
            change: 'move',
            course_schedule_id: chosen.course_schedule_id,
            ...(chosen.refund > 0 && { expected_refund: chosen.refund }),
          })
        }
      >
        {isRequested ? 'Ask us to move the booking' : chosen?.by === 'pay' ? 'Continue' : 'Move the booking'}
      </Button>
    </>
  );
}
