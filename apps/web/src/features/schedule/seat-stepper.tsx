import { maxSeats, seatsFromInput } from '@meridian/contracts/enrolment/pricing';
import { Minus, Plus } from '@meridian/ui/icons';
import { useId, useLayoutEffect, useRef } from 'react';
import { seatsLeft } from './seats-left.ts';

const step =
  'grid size-11 place-items-center text-brand-strong hover:bg-brand-soft disabled:text-line-strong disabled:hover:bg-transparent';

/**
 * Number of seats, typed or stepped: a whole number from 0. Any other text becomes 0. A number above the
 * seats left is reduced to them, with a message.
 */
export function SeatStepper({
  seats,
  left,
  onChange,
}: {
  seats: number;
  /** Number of seats left, if known. */
  left: number | undefined;
  onChange(seats: number): void;
}) {
  // For a sold-out batch, the number is used for the waiting list.
  const most = left ? Math.min(left, maxSeats) : maxSeats;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef(onChange);
  choose.current = onChange;
  // A number that was typed before hydration exists only in the DOM.
  useLayoutEffect(() => {
    const typed = input.current?.value;
    if (typed !== undefined && typed !== input.current?.defaultValue) choose.current(seatsFromInput(typed));
  }, []);
  return (
    <div className="grid gap-1">
      <div className="flex items-center justify-between gap-3 max-sm:grid max-sm:gap-1">
        <label htmlFor={id} className="text-sm font-semibold max-sm:text-xs">
          Seats
        </label>
        <div className="flex items-center rounded-md border border-line-strong bg-surface">
          <button
            type="button"
            className={step}
            aria-label="One seat fewer"
            disabled={seats <= 0}
            onClick={() => onChange(seats - 1)}
          >
            <Minus aria-hidden="true" className="size-4" />
          </button>
          <input
            ref={input}
            id={id}
            type="number"
            inputMode="numeric"
            min={0}
            max={most}
            step={1}
            autoComplete="off"
            value={seats}
            onChange={(event) => onChange(Math.min(most, seatsFromInput(event.target.value)))}
            // Selects the number, so that typed digits replace it.
            onFocus={(event) => event.target.select()}
            className="h-11 w-11 [appearance:textfield] border-x border-line text-center font-semibold -outline-offset-3 [&::-webkit-inner-spin-button]:appearance-none [&::-webkit-outer-spin-button]:appearance-none"
          />
          <button
            type="button"
            className={step}
            aria-label="One more seat"
            disabled={seats >= most}
            onClick={() => onChange(seats + 1)}
          >
            <Plus aria-hidden="true" className="size-4" />
          </button>
        </div>
      </div>
      <p role="status" className="text-sm text-ink-soft empty:hidden">
        {most < maxSeats && seats === most ? `${seatsLeft(most)}.` : ''}
      </p>
    </div>
  );
}
