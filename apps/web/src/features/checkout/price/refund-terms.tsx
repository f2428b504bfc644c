import type { DatedRefundStep } from '@meridian/contracts/enrolment/refund-policy';
import { formatDay, formatTimestamp } from '@meridian/contracts/format-time';
import { Link } from '../../../ui/link.tsx';

const midnightInIndia = /T18:30:00(?:\.0+)?Z$/;

/**
 * The end of a refund step, which does not include `until` itself: `Sat 5 Dec 2026` if `until` is midnight in
 * India after that day.
 */
function endText(until: string): string {
  if (!midnightInIndia.test(until)) return formatTimestamp(until);
  // At midnight in India, the UTC date is still the last day on which the step applies.
  return formatDay(until);
}

const hoursText = (hours: number) => (hours === 1 ? 'one hour' : `${hours} hours`);

function stepText({ percent, until, within_hours_of_payment: within }: DatedRefundStep): string {
  const share = percent === 100 ? 'the full amount' : `${percent} %`;
  if (within === undefined) return `Until ${endText(until)}: ${share}`;
  return `Within ${hoursText(within)} of paying, until ${endText(until)}: ${share}`;
}

/** What is refunded after a cancellation, with the dates of this batch. */
export function RefundTerms({
  steps,
  nowMs = Date.now(),
}: {
  steps: readonly DatedRefundStep[];
  nowMs?: number;
}) {
  const open = steps.filter(({ until, percent }) => percent > 0 && Date.parse(until) > nowMs);
  return (
    <section aria-labelledby="refund-terms" className="border-t border-line px-5 py-4 text-sm sm:px-6">
      <h3 id="refund-terms" className="font-sans text-sm font-bold text-ink-soft">
        Refund if you cancel
      </h3>
      {open.length > 0 ? (
        <ul className="mt-1 grid gap-0.5">
          {open.map((step) => (
            <li key={`${step.until} ${step.percent}`}>{stepText(step)}</li>
          ))}
          <li>After that: nothing</li>
        </ul>
      ) : (
        <p className="mt-1">None: this batch begins too soon.</p>
      )}
      <Link
        to="/cancellation-and-refund-policy"
        className="mt-1 inline-block py-1 font-semibold text-brand-strong underline underline-offset-4"
      >
        Cancellation and Refund Policy
      </Link>
    </section>
  );
}
