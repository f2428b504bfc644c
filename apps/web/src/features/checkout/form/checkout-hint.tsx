import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import { Link } from '../../../ui/link.tsx';
import { linkClass } from '../payment/payment-terms.tsx';

/** Message above the button, after a failed attempt or if the batch is sold out. */
export type Hint =
  | { kind: 'fee-changed'; beforePaise: number }
  | { kind: 'timed-out' }
  | { kind: 'refused'; message: string };

export function HintText({
  of: hint,
  totalPaise,
  scheduleAddress,
}: {
  of: Hint;
  totalPaise: number;
  scheduleAddress: string;
}) {
  return (
    <p className="rounded-md border border-accent bg-accent-soft px-4 py-3">
      {hint.kind === 'fee-changed' ? (
        <>
          The fee of this batch has changed since you chose it. The new total is{' '}
          <strong>{formatPaise(totalPaise)}</strong> instead of {formatPaise(hint.beforePaise)}. Nothing has
          been charged. To continue with the new total, press the button again.
        </>
      ) : hint.kind === 'timed-out' ? (
        <>
          The time to pay has ended, and the payment window was closed. To hold the seats again and pay, press
          the button again.
        </>
      ) : (
        <>
          {hint.message}{' '}
          <Link to={scheduleAddress} className={linkClass}>
            See the batches of this course
          </Link>
        </>
      )}
    </p>
  );
}
