import { formatDay } from '@meridian/contracts/format-time';
/** A calendar of weeks: which batches begin, and how full they are. */

import { dayInIndia } from '@meridian/contracts/india-time';
import type { BatchRow } from '@meridian/contracts/operators/console/batches';
import { Loading, Notice } from '@meridian/ui/notice';
import { Link, useSearchParams } from 'react-router';
import { api, followed } from '../../api/api.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { SeatCounts } from './seat-counts.tsx';
import { addDays, mondayOf } from './weeks.ts';

const shownWeeks = 6;

function Batch({ batch }: { batch: BatchRow }) {
  return (
    <li className="border-b border-line py-3 last:border-b-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Link to={`/batches/${batch.id}`} className="font-semibold text-ink">
          {batch.course || `Batch ${batch.id}`}
        </Link>
        <span className="text-xs text-ink-soft">
          {batch.start_date ? formatDay(batch.start_date) : 'people wait for it'}
          {batch.start_time ? `, ${batch.start_time} to ${batch.end_time}` : ''}
        </span>
      </div>
      <SeatCounts batch={batch} />
    </li>
  );
}

function Week({ monday, batches }: { monday: string; batches: readonly BatchRow[] }) {
  return (
    <section
      aria-label={`Week of ${formatDay(monday)}`}
      className="rounded-lg border border-line bg-surface px-4 py-3"
    >
      <h2 className="text-base">Week of {formatDay(monday)}</h2>
      {batches.length === 0 ? (
        <p className="text-ink-soft">Nothing begins that has a booking.</p>
      ) : (
        <ul>
          {batches.map((batch) => (
            <Batch key={batch.id} batch={batch} />
          ))}
        </ul>
      )}
    </section>
  );
}

const link = 'flex min-h-10 items-center rounded-md px-2 font-semibold text-brand-strong hover:bg-brand-soft';

export function BatchesScreen() {
  const [params] = useSearchParams();
  const given = params.get('from') ?? '';
  const from = mondayOf(/^\d{4}-\d\d-\d\d$/.test(given) ? given : dayInIndia(new Date()));
  const { data, error, refetch } = api.useBatchesQuery({ from, to: addDays(from, 7 * shownWeeks) }, followed);
  const weeks = Array.from({ length: shownWeeks }, (_, week) => addDays(from, 7 * week));
  const undated = data?.filter((batch) => batch.start_date === null) ?? [];
  return (
    <div className="grid max-w-4xl gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="mr-auto text-2xl">Batches</h1>
        <Link className={link} to={`/batches?from=${addDays(from, -7 * shownWeeks)}`}>
          ← Earlier
        </Link>
        <Link className={link} to="/batches">
          This week
        </Link>
        <Link className={link} to={`/batches?from=${addDays(from, 7 * shownWeeks)}`}>
          Later →
        </Link>
      </div>
      {error ? (
        <FailureNotice error={error} retry={refetch} />
      ) : data ? (
        weeks.map((monday) => (
          <Week
            key={monday}
            monday={monday}
            batches={data.filter(({ start_date: day }) => day !== null && mondayOf(day) === monday)}
          />
        ))
      ) : (
        <Loading />
      )}
      {undated.length > 0 ? (
        <section
          aria-label="Waiting lists alone"
          className="rounded-lg border border-line bg-surface px-4 py-3"
        >
          <h2 className="text-base">Waiting lists of batches without a booking here</h2>
          <ul>
            {undated.map((batch) => (
              <Batch key={batch.id} batch={batch} />
            ))}
          </ul>
        </section>
      ) : null}
      <Notice>Batches stand here once a seat is booked or held, or somebody waits for one.</Notice>
    </div>
  );
}
