import { changeSentences, refundRows } from '@meridian/contracts/enrolment/terms-text';
import type { TermsRow } from '@meridian/contracts/operators/actions/terms';

/** A version of the terms, as shown to visitors. */
export function TermsText({ terms }: { terms: TermsRow }) {
  const changePolicy = {
    moves: {
      early: {
        untilHoursBefore: terms.early_moves_until_hours,
        withinDays: terms.early_moves_within_days,
      },
      late: { times: terms.late_moves, withinDays: terms.late_moves_within_days },
    },
    attendeesUntilHoursBefore: terms.attendees_until_hours,
  };
  return (
    <div className="grid gap-3">
      <table className="w-full text-left">
        <thead>
          <tr className="text-xs text-ink-soft">
            <th className="py-1 pr-3 font-semibold">Cancelled</th>
            <th className="py-1 font-semibold">Refund</th>
          </tr>
        </thead>
        <tbody>
          {refundRows(terms.refund_steps).map(([when, refund]) => (
            <tr key={when} className="border-t border-line align-top">
              <td className="py-1.5 pr-3">{when}</td>
              <td className="py-1.5 whitespace-nowrap">{refund}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="grid list-disc gap-1 pl-5">
        {changeSentences(changePolicy).map((sentence) => (
          <li key={sentence}>{sentence}.</li>
        ))}
      </ul>
    </div>
  );
}
