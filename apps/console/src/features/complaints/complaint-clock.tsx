/** The next deadline of an open complaint, or the outcome of a closed one. */
import type { ComplaintRow } from '@meridian/contracts/operators/actions/complaints';
import { Badge } from '../../parts/badge.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';

const hourMs = 60 * 60_000;
/** With less time left, the deadline is highlighted. */
const soonMs = { acknowledge: 12 * hourMs, redress: 7 * 24 * hourMs };

export const channelNames: Record<ComplaintRow['channel'], string> = {
  mail: 'by email',
  phone: 'by phone',
  letter: 'by letter',
  other: 'another way',
};

export const outcomeNames: Record<NonNullable<ComplaintRow['outcome']>, string> = {
  redressed: 'resolved',
  rejected: 'not upheld',
  withdrawn: 'withdrawn',
};

export function ComplaintClock({ complaint }: { complaint: ComplaintRow }) {
  const { outcome, closed_at: closed, acknowledged_at: acknowledged } = complaint;
  if (outcome !== null && closed !== null)
    return (
      <span className="text-ink-soft">
        <Badge state={outcome} word={outcomeNames[outcome]} /> <Timestamp iso={closed} />
      </span>
    );
  const step = acknowledged === null ? 'acknowledge' : 'redress';
  const due = acknowledged === null ? complaint.acknowledge_by : complaint.redress_by;
  const leftMs = Date.parse(due) - Date.now();
  const word = step === 'acknowledge' ? 'acknowledgement' : 'answer';
  return (
    <span className={leftMs < soonMs[step] ? 'font-semibold text-alert-strong' : 'text-ink-soft'}>
      {leftMs < 0 ? `${word} overdue since ` : `${word} due by `}
      <Timestamp iso={due} />
    </span>
  );
}
