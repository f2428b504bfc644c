import type { ReceiptData } from '@meridian/contracts/enrolment/receipt';
import { classNames } from '@meridian/ui/class-names';
import { CircleCheck, CircleX, Hourglass } from '@meridian/ui/icons';

/** The current status of an order: headline and sentences of its statement. */
export function ReceiptStatus({ statement }: { statement: NonNullable<ReceiptData['statement']> }) {
  const { status, called_off: isCalledOff, pending, headline, sentences } = statement;
  const isBooked = (status === 'booked' || status === 'partly_cancelled') && !isCalledOff;
  const isOver = (status === 'cancelled' || status === 'not_booked') && pending.length === 0;
  const Icon = isBooked ? CircleCheck : isOver ? CircleX : Hourglass;
  return (
    <div
      role="status"
      className={classNames(
        'mt-5 flex gap-3 rounded-md px-4 py-3',
        isBooked ? 'bg-brand-soft text-brand-strong' : 'bg-accent-soft text-ink',
      )}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-6 shrink-0" />
      <div>
        <p className="font-bold">{headline}</p>
        {sentences.map((sentence) => (
          <p key={sentence} className="text-sm">
            {sentence}
          </p>
        ))}
      </div>
    </div>
  );
}
