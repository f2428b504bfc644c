import { formatDay } from '@meridian/contracts/format-time';
/** All entries of the waiting list, by batch, in the order of the list. */
import type { WaitlistRow } from '@meridian/contracts/operators/console/waitlist';
import { Loading, Notice } from '@meridian/ui/notice';
import { Link } from 'react-router';
import { deskApi } from '../../api/desk-api.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { OperationButton } from '../../parts/operation.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { WaitingList } from '../../parts/waiting-list.tsx';
import { useOperator } from '../../session/session-context.ts';

function OfBatch({ batch, entries }: { batch: number; entries: readonly WaitlistRow[] }) {
  const course = entries.find((entry) => entry.course !== '')?.course;
  const start = entries.find((entry) => entry.start_date !== null)?.start_date;
  const title = [course, start ? formatDay(start) : `batch ${batch}`].filter(Boolean).join(', ');
  return (
    <section aria-label={title} className="rounded-lg border border-line bg-surface p-4">
      <h2 className="mb-1 text-lg">
        <Link to={`/batches/${batch}`} className="text-ink">
          {title}
        </Link>
      </h2>
      <WaitingList entries={entries} />
    </section>
  );
}

export function WaitlistScreen() {
  const { may } = useOperator();
  const { data, error, refetch } = deskApi.useWaitlistQuery();
  const batches = Map.groupBy(data ?? [], (entry) => entry.batch_id);
  return (
    <div className="grid max-w-4xl gap-4">
      <PageHead title="Waiting list" note={data ? String(data.length) : ''}>
        {may('desk') && data && data.length > 0 ? (
          <OperationButton action="waitlist.offer-all" input={{}} tone="primary">
            Offer free seats
          </OperationButton>
        ) : null}
      </PageHead>
      {data ? (
        data.length === 0 ? (
          <Notice>
            No entries on the waiting list. Visitors can join the list of a batch that is sold out.
          </Notice>
        ) : (
          <>
            <p className="text-ink-soft">
              While sales are open, free seats are offered automatically every 15 seconds, in the order of the
              list. An entry that needs more seats than are free is skipped. Each entry gets at most one
              offer.
            </p>
            {[...batches].map(([batch, entries]) => (
              <OfBatch key={batch} batch={batch} entries={entries} />
            ))}
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
