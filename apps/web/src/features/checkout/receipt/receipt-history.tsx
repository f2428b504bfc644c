import type { ReceiptData } from '@meridian/contracts/enrolment/receipt';
import { formatTimestamp } from '@meridian/contracts/format-time';

/** Payments, changes and refunds of an order, oldest first. */
export function ReceiptHistory({
  timeline,
}: {
  timeline: NonNullable<ReceiptData['statement']>['timeline'];
}) {
  return (
    <ol className="grid gap-1">
      {timeline.map(({ at, text }, index) => (
        <li key={index} className="break-words">
          {text}
          {at === null ? null : (
            <>
              {' '}
              <time dateTime={at} className="text-sm text-ink-soft">
                {formatTimestamp(at)}
              </time>
            </>
          )}
        </li>
      ))}
    </ol>
  );
}
