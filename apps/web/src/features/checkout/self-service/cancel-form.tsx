import { formatRupees } from '@meridian/contracts/enrolment/pricing';
import { Button } from '@meridian/ui/button';
import { useState } from 'react';
import type { ChangeFormProps } from './change-form-props.ts';

const seatsOf = (count: number) => (count === 1 ? '1 seat' : `${count} seats`);

const peopleOf = (count: number) => (count === 1 ? '1 person' : `${count} people`);

/** @returns how many attendees have no seat after the cancellation; 0 if all seats are cancelled */
function peopleToChoose({ attendees, seats: booked }: ChangeFormProps['booking'], seats: number): number {
  return seats === booked ? 0 : Math.max(0, attendees.length - (booked - seats));
}

/** Form that cancels seats. Shows the refund before the payer confirms. */
export function CancelForm({ booking, isRequest, busy, onRequest }: ChangeFormProps) {
  const [seats, setSeats] = useState(booking.seats);
  const [leaving, setLeaving] = useState<readonly string[]>([]);
  const [isRequested, setIsRequested] = useState(false);
  const toChoose = peopleToChoose(booking, seats);
  const isMissing = leaving.length < toChoose || leaving.length > seats;
  const sum = booking.cancel.find((one) => one.seats === seats);
  const counts = Array.from({ length: booking.seats }, (_, index) => index + 1);
  function request(): void {
    setIsRequested(true);
    if (toChoose > 0 && isMissing) return;
    onRequest({
      change: 'cancel',
      seats,
      ...(sum && { expected_refund: sum.refund }),
      ...(toChoose > 0 && { attendees: [...leaving] }),
    });
  }
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
            You paid {formatRupees(sum.price)} for {seatsOf(seats)}. Under the refund policy,{' '}
            {sum.refund === 0 ? (
              <>
                <strong>nothing is refunded</strong>.
              </>
            ) : (
              <>
                <strong>{formatRupees(sum.refund)} is refunded</strong> ({sum.percent} %), to your original
                payment method.
              </>
            )}
          </>
        ) : null}
      </p>
      {toChoose > 0 ? (
        <fieldset className="mt-3 grid gap-2">
          <legend className="font-semibold">Who will no longer attend?</legend>
          {booking.attendees.map(({ name, email }) => (
            <label key={email} className="flex min-h-10 items-center gap-3">
              <input
                type="checkbox"
                className="size-5 shrink-0 accent-brand"
                checked={leaving.includes(email)}
                onChange={({ target }) =>
                  setLeaving(target.checked ? [...leaving, email] : leaving.filter((one) => one !== email))
                }
              />
              <span>
                {name}, {email}
              </span>
            </label>
          ))}
          <p role="alert" className="font-semibold text-alert-strong empty:hidden">
            {isRequested && isMissing
              ? `Please choose ${toChoose === seats ? peopleOf(seats) : `${toChoose} to ${peopleOf(seats)}`}.`
              : ''}
          </p>
        </fieldset>
      ) : null}
      <Button busy={busy} className="mt-4 max-sm:w-full" onClick={request}>
        {isRequest ? `Ask us to cancel ${seatsOf(seats)}` : `Cancel ${seatsOf(seats)}`}
      </Button>
    </>
  );
}
