/** Requests for erasure, most urgent first. */
import type { DataRequestRow } from '@meridian/contracts/operators/console/data-requests';
import { Button } from '@meridian/ui/button';
import { Loading, Notice } from '@meridian/ui/notice';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { deskApi } from '../../api/desk-api.ts';
import { ActionDialog } from '../../parts/act.tsx';
import { Badge } from '../../parts/badge.tsx';
import { plural } from '../../parts/count.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { SelectFilter } from '../../parts/filters.tsx';
import { textOf } from '../../parts/form-fields.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { useOperator } from '../../session/session-context.ts';

interface Deciding {
  request: DataRequestRow;
  decision: 'erase' | 'refuse';
}

function daysText(days: number): string {
  if (days < 0) return 'overdue';
  return `${plural(days, 'day')} left`;
}

function DecideDialog({ request: { id }, decision, onClose }: Deciding & { onClose(): void }) {
  return decision === 'erase' ? (
    <ActionDialog
      title="Erase this person's data"
      label="Erase data"
      action="data-requests.erase"
      inputOf={() => ({ id })}
      consequences={[
        'Personal data is removed from the enquiries and the completed bookings of this address',
        'Tax documents are kept, as the law requires',
        'The person gets a final confirmation by email',
        'The erasure cannot be undone',
      ]}
      onClose={onClose}
    />
  ) : (
    <ActionDialog
      title="Refuse the request"
      label="Refuse request"
      action="data-requests.refuse"
      inputOf={(form) => ({ id, note: textOf(form, 'note') ?? '' })}
      asksWhy
      consequences={['The request is closed with your reason', 'No email is sent: write to the person first']}
      onClose={onClose}
    />
  );
}

function Request({
  request,
  onDecide,
}: {
  request: DataRequestRow;
  onDecide(decision: Deciding['decision']): void;
}) {
  const { may } = useOperator();
  const {
    email,
    outcome,
    note,
    asked_at: requested,
    due_at: due,
    closed_at: closed,
    days_left: days,
  } = request;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-0">
      <div className="mr-auto min-w-0">
        <div className="flex flex-wrap items-center gap-2 font-semibold break-all">
          {email || 'Address erased'}
          {outcome ? (
            <Badge state={outcome} />
          ) : (
            <span className={days < 7 ? 'text-sm text-alert-strong' : 'text-sm text-ink-soft'}>
              {daysText(days)}
            </span>
          )}
        </div>
        {note ? <div className="text-ink-soft">{note}</div> : null}
        <div className="text-xs text-ink-soft">
          {requested ? (
            <>
              requested <Timestamp iso={requested} />
            </>
          ) : null}
          {closed ? (
            <>
              , closed <Timestamp iso={closed} />
            </>
          ) : due ? (
            <>
              , due <Timestamp iso={due} />
            </>
          ) : null}
        </div>
      </div>
      {outcome === null && may('admin') ? (
        <div className="flex gap-2">
          <Button size="sm" onClick={() => onDecide('erase')}>
            Erase
          </Button>
          <Button size="sm" tone="quiet" onClick={() => onDecide('refuse')}>
            Refuse
          </Button>
        </div>
      ) : null}
    </li>
  );
}

export function DataRequestsScreen() {
  const [params] = useSearchParams();
  const all = params.get('all') === 'yes';
  const [deciding, setDeciding] = useState<Deciding>();
  const { data, error, refetch } = deskApi.useDataRequestsQuery({ all });
  return (
    <div className="grid max-w-4xl gap-4">
      <PageHead title="Data requests">
        <SelectFilter name="all" label="Status" everything="Open" options={[['yes', 'Open and closed']]} />
      </PageHead>
      {data ? (
        data.length === 0 ? (
          <Notice>{all ? 'No data requests.' : 'No open data requests.'}</Notice>
        ) : (
          <ul aria-label="Data requests" className="rounded-lg border border-line bg-surface px-4">
            {data.map((request) => (
              <Request
                key={request.id}
                request={request}
                onDecide={(decision) => setDeciding({ request, decision })}
              />
            ))}
          </ul>
        )
      ) : error ? (
        <FailureNotice error={error} retry={refetch} />
      ) : (
        <Loading />
      )}
      {deciding ? <DecideDialog {...deciding} onClose={() => setDeciding(undefined)} /> : null}
    </div>
  );
}
