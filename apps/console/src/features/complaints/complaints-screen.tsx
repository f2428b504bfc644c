/** Complaints, most urgent first. */
import type { ComplaintRow } from '@meridian/contracts/operators/actions/complaints';
import { Button } from '@meridian/ui/button';
import { Loading, Notice } from '@meridian/ui/notice';
import { Link, useSearchParams } from 'react-router';
import { deskApi } from '../../api/desk-api.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { SelectFilter } from '../../parts/filters.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { useHashDialog } from '../../parts/use-hash-dialog.ts';
import { useOperator } from '../../session/session-context.ts';
import { ComplaintClock, channelNames } from './complaint-clock.tsx';
import { NewComplaint } from './new-complaint.tsx';

function Complaint({ complaint }: { complaint: ComplaintRow }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-t border-line py-3 first:border-0">
      <Link to={`/complaints/${complaint.id}`} className="font-semibold text-brand-strong underline">
        {complaint.reference}
      </Link>
      <span className="mr-auto text-ink-soft">
        {channelNames[complaint.channel]}, <Timestamp iso={complaint.received_at} />
      </span>
      <ComplaintClock complaint={complaint} />
    </li>
  );
}

export function ComplaintsScreen() {
  const [params] = useSearchParams();
  const { may } = useOperator();
  const adding = useHashDialog('new');
  const { data, error, refetch } = deskApi.useComplaintsQuery({ all: params.get('all') === 'yes' });
  return (
    <div className="grid max-w-4xl gap-4">
      <PageHead title="Complaints">
        <SelectFilter name="all" label="Status" everything="Open" options={[['yes', 'Open and closed']]} />
        {may('desk') ? (
          <Button size="sm" onClick={adding.open}>
            Record a complaint
          </Button>
        ) : null}
      </PageHead>
      <p className="text-ink-soft">
        By law, a complaint must be acknowledged within 48 hours of receipt, stating its number, and answered
        within one month of receipt.
      </p>
      {data ? (
        data.length === 0 ? (
          <Notice>No open complaints. Record complaints received by email, phone or letter here.</Notice>
        ) : (
          <ul aria-label="Complaints" className="rounded-lg border border-line bg-surface px-4">
            {data.map((complaint) => (
              <Complaint key={complaint.id} complaint={complaint} />
            ))}
          </ul>
        )
      ) : error ? (
        <FailureNotice error={error} retry={refetch} />
      ) : (
        <Loading />
      )}
      {adding.isOpen && may('desk') ? <NewComplaint onClose={adding.close} /> : null}
    </div>
  );
}
