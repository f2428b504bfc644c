/** Charts of the last 30 days, and page speed. */
import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import { formatDay } from '@meridian/contracts/format-time';
import type { DayFigures, VitalFigure } from '@meridian/contracts/operators/console/insights';
import { api, followed } from '../../api/api.ts';
import { Card } from '../../parts/facts.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { Sparkline } from '../../parts/sparkline.tsx';

const plain = (value: number) => value.toLocaleString('en-IN');
const rupees = (paise: number) => formatPaise(Math.round(paise / 100) * 100);

const lines = [
  ['Visits', 'visits', plain],
  ['Leads', 'leads', plain],
  ['Paid orders', 'paid_orders', plain],
  ['Money received, less refunds', 'paid_paise', rupees],
] as const;

function Line({
  days,
  line: [title, key, show],
}: {
  days: readonly DayFigures[];
  line: (typeof lines)[number];
}) {
  const values = days.map((day) => day[key]);
  const best = days.reduce<DayFigures | undefined>(
    (known, day) => (known === undefined || day[key] > known[key] ? day : known),
    undefined,
  );
  const sum = values.reduce((total, value) => total + value, 0);
  const peak = best && best[key] > 0 ? `peak on ${formatDay(best.day)}: ${show(best[key])}` : 'none';
  return (
    <li className="grid min-w-0 gap-1">
      <div className="flex flex-wrap items-baseline justify-between gap-x-2">
        <span className="font-semibold">{title}</span>
        <span className="font-bold tabular-nums">{show(sum)}</span>
      </div>
      <Sparkline values={values} label={`${title} by day, ${show(sum)} in 30 days; ${peak}`} />
      <span className="text-xs text-ink-soft">{peak}</span>
    </li>
  );
}

function vitalText({ vital, p75_up_to: bound }: VitalFigure): string {
  if (bound === null) return 'above the largest bucket of the histogram';
  return vital === 'CLS' ? `up to ${(bound / 1_000).toFixed(3)}` : `up to ${plain(bound)} ms`;
}

function Vitals({ vitals }: { vitals: readonly VitalFigure[] }) {
  return (
    <Card title="Page speed">
      {vitals.length === 0 ? (
        <p className="text-ink-soft">No reports from browsers in the last seven days.</p>
      ) : (
        <ul className="grid gap-3">
          {vitals.map((figure) => (
            <li key={figure.vital} className="grid gap-1">
              <div className="flex flex-wrap justify-between gap-x-2">
                <span className="font-semibold">{figure.vital}</span>
                <span className="text-ink-soft">
                  75th percentile {vitalText(figure)}, {figure.good_percent} % good
                </span>
              </div>
              <div aria-hidden="true" className="h-2 rounded-sm bg-alert-soft">
                <div className="h-2 rounded-sm bg-brand" style={{ width: `${figure.good_percent}%` }} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

export function TrendCards() {
  const { data, error, refetch } = api.useTrendsQuery(undefined, followed);
  if (!data) return error ? <FailureNotice error={error} retry={refetch} /> : null;
  return (
    <>
      <Card title="Last 30 days">
        <ul className="grid gap-4 sm:grid-cols-2">
          {lines.map((line) => (
            <Line key={line[0]} days={data.days} line={line} />
          ))}
        </ul>
      </Card>
      <Vitals vitals={data.vitals} />
    </>
  );
}
