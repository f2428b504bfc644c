import { formatDay } from '@meridian/contracts/format-time';
/** Changes that payers requested on their booking pages. The requests for the next classes come first. */
import type { ChangeRequestRow } from '@meridian/contracts/operators/console/change-requests';
import { Loading, Notice } from '@meridian/ui/notice';
import { Link } from 'react-router';
import { followed } from '../../api/api.ts';
import { deskApi } from '../../api/desk-api.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { daysUntil, Timestamp } from '../../parts/timestamp.tsx';

const soonDays = 3;

function startText(days: number): string {
  if (days < 0) return 'the class has started or ended';
  if (days === 0) return 'the class begins today';
  return days === 1 ? 'the class begins tomorrow' : `${days} days until the class`;
}

function Request({ request }: { request: ChangeRequestRow }) {
  const { order_id: order, batch_id: batch, start_date: start } = request;
  const days = start === '' ? undefined : daysUntil(start);
  return (
    <li className="grid gap-1 border-t border-line py-3 first:border-0">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <Link to={`/orders/${order}`} className="font-semibold text-brand-strong underline">
          {request.name || 'Erased payer'}: {request.change}
        </Link>
        {days === undefined ? null : (
          <span className={days <= soonDays ? 'font-semibold text-alert-strong' : 'text-ink-soft'}>
            {startText(days)}
          </span>
        )}
      </div>
      <div>
        {request.course}
        {start === '' ? '' : `, ${formatDay(start)}`}
      </div>
      {batch === null ? null : (
        <div>
          <Link to={`/batches/${batch}`} className="text-brand-strong underline">
            See the free seats in the requested batch
          </Link>
        </div>
      )}
      <div className="text-xs text-ink-soft">
        requested <Timestamp iso={request.asked_at} />
      </div>
    </li>
  );
}

export function RequestsScreen() {
  const { data, error, refetch } = deskApi.useRequestsQuery(undefined, followed);
  return (
    <div className="grid max-w-4xl gap-4">
      <PageHead title="Change requests" note={data ? String(data.length) : ''} />
      {data ? (
        data.length === 0 ? (
          <Notice>
            No open requests. On their booking pages, payers request the changes that they cannot make
            themselves.
          </Notice>
        ) : (
          <>
            <p className="text-ink-soft">
              Handle each request on the page of its order: make the change, write to the payer, then record
              the outcome.
            </p>
            <ul aria-label="Change requests" className="rounded-lg border border-line bg-surface px-4">
              {data.map((request) => (
                <Request key={request.id} request={request} />
              ))}
            </ul>
          </>
        )
      ) : error ? (
        <FailureNotice error={error} retry={refetch} />
      ) : (
        <Loading />
      )}
    </div>
  );
}
