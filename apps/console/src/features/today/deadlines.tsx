import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import { formatDay } from '@meridian/contracts/format-time';
import { Link } from 'react-router';
import { api, followed } from '../../api/api.ts';
import { plural } from '../../parts/count.ts';
import { Card } from '../../parts/facts.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';

export function DeadlinesCard() {
  const { data, error, refetch } = api.useDeadlinesQuery(undefined, followed);
  if (!data) return error ? <FailureNotice error={error} retry={refetch} /> : null;
  const { disputes, offers, erasures, complaints } = data;
  return (
    <Card title="Deadlines">
      {[disputes, offers, erasures, complaints].every((list) => list.length === 0) ? (
        <p className="text-ink-soft">No open disputes, complaints, erasure requests or offers.</p>
      ) : (
        <ul className="grid gap-2">
          {disputes.map(({ id, order_id: orderId, status, amount_paise: amount, respond_by: by }) => (
            <li key={id} className="grid gap-0.5 rounded-md bg-alert-soft px-3 py-2">
              <Link to={`/orders/${orderId}`} className="font-semibold text-alert-strong">
                Dispute of {formatPaise(amount)}: {status.replaceAll('_', ' ')}
              </Link>
              <span>
                {by ? (
                  <>
                    answer by <Timestamp iso={by} />
                  </>
                ) : (
                  'no deadline from the provider'
                )}
              </span>
            </li>
          ))}
          {complaints.map(({ id, reference, acknowledged, due_at: due }) => (
            <li key={id} className="grid gap-0.5 rounded-md bg-alert-soft px-3 py-2">
              <Link to={`/complaints/${id}`} className="font-semibold text-alert-strong">
                Complaint {reference}: {acknowledged ? 'to be answered' : 'to be acknowledged'}
              </Link>
              <span>
                {Date.parse(due) < Date.now() ? 'overdue since' : 'by'} <Timestamp iso={due} />
              </span>
            </li>
          ))}
          {erasures.map(({ id, due_at: due, days_left: days }) => (
            <li key={id} className="grid gap-0.5 rounded-md bg-alert-soft px-3 py-2">
              <Link to="/data-requests" className="font-semibold text-alert-strong">
                Erasure request
              </Link>
              <span>
                {days < 0 ? 'overdue since' : 'by'} <Timestamp iso={due} />
              </span>
            </li>
          ))}
          {offers.map(({ lead_id: leadId, course, start_date: start, seats, ends_at: end }) => (
            <li key={leadId} className="grid gap-0.5 px-3 py-1">
              <Link to={`/leads/${leadId}`} className="font-semibold text-brand-strong">
                {plural(seats, 'seat')} offered{course ? `: ${course}` : ''}
                {start ? `, ${formatDay(start)}` : ''}
              </Link>
              <span className="text-ink-soft">
                held until <Timestamp iso={end} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
