import { formatRupees } from '@meridian/contracts/checkout/pricing';
import { Button } from '@meridian/ui/button';
import { useState } from 'react';
import type { ChangeFormProps } from './change-form-props.ts';

const seatsOf = (count: number) => (count === 1 ? '1 seat' : `${count} seats`);

/** Seats to be cancelled, with the refund before it is made. */
export function CancelForm({ booking, isRequest, busy, onRequest }: ChangeFormProps) {
  const [seats, setSeats] = useState(booking.seats);
  const sum = booking.cancel.find((one) => one.seats === seats);
  const counts = Array.from({ length: booking.seats }, (_, index) => index + 1);
  return (
    <>
      <label className="flex flex-wrap items-center gap-3">
        <span className="font-semibold">Seats to cancel</span>
        <select
          className="h-12 rounded-md border border-line-strong bg-surface px-3.5 text-ink"
          value={seats}
          onChange={(event) => setSeats(Number(event.target.value))}
        >
          {counts.map((count) => (
            <option key={count} value={count}>
              {count === booking.seats && count > 1 ? `all ${count}` : count}
            </option>
          ))}
        </select>
      </label>
      <p role="status" className="mt-3 empty:hidden">
        {sum ? (
          <>
            You paid {formatRupees(sum.price)} for {seatsOf(seats)}. By the refund policy{' '}
            <strong>
              {sum.refund === 0 ? 'nothing comes back' : `${formatRupees(sum.refund)} comes back`}
            </strong>{' '}
            ({sum.percent} %), the way you paid.
          </>
        ) : null}
      </p>
      <Button
        busy={busy}
        className="mt-4 max-sm:w-full"
        onClick={() => onRequest({ change: 'cancel', seats, ...(sum && { expected_refund: sum.refund }) })}
      >
        {isRequest ? `Ask us to cancel ${seatsOf(seats)}` : `Cancel ${seatsOf(seats)}`}
      </Button>
    </>
  );
}
