import { formatDay } from '@meridian/contracts/format-time';
/** Conversion funnel, by course, source or campaign. */

import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import {
  type FunnelKey,
  type FunnelStep,
  funnelDays,
  funnelKeys,
  funnelSteps,
} from '@meridian/contracts/operators/console/funnel';
import type { FunnelRow } from '@meridian/contracts/operators/console/insights';
import { Notice } from '@meridian/ui/notice';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { Card } from '../../parts/facts.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';

const stepNames: Record<FunnelStep, string> = {
  course_seen: 'Course seen',
  date_chosen: 'Date chosen',
  form_opened: 'Form opened',
  form_sent: 'Enquiry sent',
  checkout_seen: 'Checkout',
  paid: 'Paid',
};
const keyNames: Record<FunnelKey, string> = { course: 'Course', source: 'Source', campaign: 'Campaign' };
const plain = (value: number) => value.toLocaleString('en-IN');

function Choice({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string;
  options: readonly (readonly [value: string, text: string])[];
  onChange(value: string): void;
}) {
  return (
    <label className="grid gap-1 text-xs text-ink-soft">
      {label}
      <select
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-10 rounded-md border border-line-strong bg-surface px-2 text-sm text-ink"
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A bar for the count of each step, all on the same scale. */
function Steps({ counts }: Pick<FunnelRow, 'counts'>) {
  const max = Math.max(1, ...funnelSteps.map((step) => counts[step]));
  return (
    <ol aria-label="All courses and sources" className="grid gap-2">
      {funnelSteps.map((step) => (
        <li key={step} className="grid grid-cols-[7rem_1fr_auto] items-center gap-2">
          <span className="text-ink-soft">{stepNames[step]}</span>
          <span aria-hidden="true" className="h-5 rounded-sm bg-sand">
            <span
              className="block h-5 min-w-px rounded-sm bg-brand"
              style={{ width: `${(counts[step] / max) * 100}%` }}
            />
          </span>
          <strong className="min-w-12 text-right tabular-nums">{plain(counts[step])}</strong>
        </li>
      ))}
    </ol>
  );
}

function Rows({ by, rows }: { by: FunnelKey; rows: readonly FunnelRow[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section aria-label={`Funnel by ${by}`} tabIndex={0} className="overflow-x-auto">
      <table className="w-full min-w-xl border-collapse">
        <thead>
          <tr className="border-b border-line text-xs text-ink-soft">
            <th scope="col" className="py-2 pr-3 font-semibold">
              {keyNames[by]}
            </th>
            {funnelSteps.map((step) => (
              <th key={step} scope="col" className="px-2 py-2 text-right font-semibold">
                {stepNames[step]}
              </th>
            ))}
            <th scope="col" className="py-2 pl-2 text-right font-semibold">
              Received
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, counts, paid_paise: paise }) => (
            <tr key={name} className="border-b border-line last:border-0">
              <th scope="row" className="max-w-60 py-2 pr-3 font-semibold">
                {name || (by === 'course' ? 'No course' : 'None')}
              </th>
              {funnelSteps.map((step) => (
                <td key={step} className="px-2 py-2 text-right tabular-nums">
                  {counts[step] === 0 ? '–' : plain(counts[step])}
                </td>
              ))}
              <td className="py-2 pl-2 text-right tabular-nums">
                {paise === 0 ? '–' : formatPaise(Math.round(paise / 100) * 100)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export function FunnelCard() {
  const [by, setBy] = useState<FunnelKey>('course');
  const [days, setDays] = useState<number>(30);
  const { data, error, refetch } = api.useFunnelQuery({ by, days });
  return (
    <Card title="Conversion funnel">
      <div className="mb-4 flex flex-wrap gap-3">
        <Choice
          label="Group by"
          value={by}
          options={funnelKeys.map((key) => [key, keyNames[key]])}
          onChange={(value) => setBy(funnelKeys.find((key) => key === value) ?? 'course')}
        />
        <Choice
          label="Period"
          value={String(days)}
          options={funnelDays.map((count) => [String(count), `${count} days`])}
          onChange={(value) => setDays(Number(value))}
        />
      </div>
      {!data ? (
        error ? (
          <FailureNotice error={error} retry={refetch} />
        ) : null
      ) : data.rows.length === 0 ? (
        <Notice>No visits since {formatDay(data.since)}. Counts arrive within a minute of a visit.</Notice>
      ) : (
        <div className="grid gap-5">
          <Steps counts={data.total.counts} />
          <Rows by={by} rows={data.rows} />
          <p className="text-xs text-ink-soft">
            Since {formatDay(data.since)}. Visits are counted in browsers, except those that ask not to be
            tracked. Paid orders come from the ledger and are complete.
          </p>
        </div>
      )}
    </Card>
  );
}
