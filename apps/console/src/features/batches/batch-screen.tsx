import { formatDay } from '@meridian/contracts/format-time';
import type { BatchPage } from '@meridian/contracts/operators/console/batches';
import { Button } from '@meridian/ui/button';
import { Loading } from '@meridian/ui/notice';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, followed } from '../../api/api.ts';
import { ExportButton } from '../../parts/export-button.tsx';
import { Card } from '../../parts/facts.tsx';
import { FailedPage } from '../../parts/failed-page.tsx';
import { WaitingList } from '../../parts/waiting-list.tsx';
import { useOperator } from '../../session/session-context.ts';
import { BatchChanges } from './batch-changes.tsx';
import { BatchDecisions } from './batch-decisions.tsx';
import { formatHours } from './class-hours.ts';
import { Joining } from './joining.tsx';
import { MessageDialog } from './message-dialog.tsx';
import { Messages } from './messages.tsx';
import { SeatCounts } from './seat-counts.tsx';
import { TrainingCards } from './training/training-cards.tsx';

const hasBookings = (batch: BatchPage) => batch.sold_as !== null;

function Attendees({ batch }: { batch: BatchPage }) {
  if (batch.attendees.length === 0) return <p>No bookings.</p>;
  return (
    <table className="w-full table-fixed">
      <thead className="border-b border-line text-xs text-ink-soft">
        <tr>
          <th scope="col">Attendee</th>
          <th scope="col" className="hidden sm:table-cell print:table-cell">
            Booked by
          </th>
        </tr>
      </thead>
      <tbody>
        {batch.attendees.map(({ order_id: order, name, email, payer }, seat) => (
          <tr key={`${order} ${seat}`} className="border-b border-line align-top">
            <td className="py-2">
              <div className="font-semibold">{name ?? 'Not named yet'}</div>
              <div className="text-xs text-ink-soft [overflow-wrap:anywhere]">{email}</div>
              <Link to={`/orders/${order}`} className="text-xs text-brand-strong sm:hidden print:hidden">
                {payer}
              </Link>
            </td>
            <td className="hidden py-2 sm:table-cell print:table-cell">
              <Link to={`/orders/${order}`} className="text-brand-strong">
                {payer}
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Actions for all attendees of the batch: message them, print the list, export it as CSV. */
function BatchActions({ batch }: { batch: BatchPage }) {
  const { may } = useOperator();
  const [writing, setWriting] = useState(false);
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {may('desk') && hasBookings(batch) ? (
        <Button size="sm" onClick={() => setWriting(true)}>
          Message everyone
        </Button>
      ) : null}
      <Button size="sm" tone="outline" onClick={() => window.print()}>
        Print
      </Button>
      {may('desk') ? (
        <ExportButton path={`/batches/${batch.id}/attendees`} file={`attendees-${batch.id}`} />
      ) : null}
      {writing ? <MessageDialog batch={batch} onClose={() => setWriting(false)} /> : null}
    </div>
  );
}

export function BatchScreen({ id }: { id: string }) {
  const { data: batch, error, refetch } = api.useBatchQuery(id, followed);
  if (!batch)
    return error ? (
      <FailedPage title="Batch" back={['/batches', 'Batches']} error={error} retry={refetch} />
    ) : (
      <Loading />
    );
  const { start_date: start, end_date: end } = batch;
  return (
    <div className="grid max-w-6xl items-start gap-4 lg:grid-cols-2">
      <div className="grid gap-2 lg:col-span-2">
        <Link to="/batches" className="text-brand-strong print:hidden">
          ← Batches
        </Link>
        <h1 className="text-2xl">{batch.course || `Batch ${batch.id}`}</h1>
        {start ? (
          <p>
            {formatDay(start)}
            {end && end !== start ? ` to ${formatDay(end)}` : ''}
            {batch.start_time ? `, ${formatHours(batch)}` : ''}
          </p>
        ) : null}
        <SeatCounts batch={batch} />
        <BatchActions batch={batch} />
      </div>
      <div className="grid content-start gap-4 lg:col-start-2 print:hidden">
        <BatchDecisions batch={batch} />
        {hasBookings(batch) ? (
          <>
            {batch.state === 'called_off' ? null : <TrainingCards batch={batch} />}
            <Messages batch={batch} />
            {batch.state === 'called_off' ? null : <Joining batch={batch} />}
            <BatchChanges batch={batch} />
          </>
        ) : null}
        <Card title="Waiting list">
          <WaitingList entries={batch.waitlist} />
        </Card>
      </div>
      <div className="min-w-0 lg:col-start-1 lg:row-start-2">
        <Card title="Attendees">
          <Attendees batch={batch} />
        </Card>
      </div>
    </div>
  );
}
