/** Compares a month of the payment provider's account with orders and documents. */
import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import { formatDay } from '@meridian/contracts/format-time';
import type { ReconciledMonth, ReconciledRow } from '@meridian/contracts/operators/console/reconciliation';
import { Loading, Notice } from '@meridian/ui/notice';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { deskApi } from '../../api/desk-api.ts';
import { plural } from '../../parts/count.ts';
import { ExportButton } from '../../parts/export-button.tsx';
import { Card } from '../../parts/facts.tsx';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { SelectFilter } from '../../parts/filters.tsx';
import { lastMonths } from '../../parts/months.ts';
import { PageHead } from '../../parts/page-head.tsx';
import { useOperator } from '../../session/session-context.ts';

function Row({ row }: { row: ReconciledRow }) {
  return (
    <li className="grid gap-0.5 border-t border-line py-2 first:border-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold break-all">
          {row.order_id ? (
            <Link to={`/orders/${row.order_id}`} className="text-brand-strong underline">
              {row.id}
            </Link>
          ) : (
            row.id
          )}
        </span>
        <span className="tabular-nums">{formatPaise(row.amount_paise)}</span>
      </div>
      <div className={row.is_trouble ? 'text-alert-strong' : 'text-ink-soft'}>
        {row.findings.join('; ')}
        {row.day ? `, ${formatDay(row.day)}` : ''}
      </div>
    </li>
  );
}

function Month({ data }: { data: ReconciledMonth }) {
  const isClean = data.troubles === 0 && data.unexplained_paise === 0;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      {isClean ? (
        <Notice className="lg:col-span-2">Everything is reconciled.</Notice>
      ) : (
        <p className="rounded-md bg-alert-soft px-4 py-4 font-semibold text-alert-strong lg:col-span-2">
          Items to review: {data.troubles}. Unexplained difference: {formatPaise(data.unexplained_paise)}.
        </p>
      )}
      <Card title="Sums">
        <dl className="grid gap-1.5">
          {data.sums.map(({ name, paise }) => (
            <div key={name} className="flex justify-between gap-4">
              <dt className="text-ink-soft">{name}</dt>
              <dd className="tabular-nums">{formatPaise(paise)}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <Card title="Settlements">
        {data.settlements.length === 0 ? (
          <p className="text-ink-soft">No settlements in this month.</p>
        ) : (
          <ul>
            {data.settlements.map(({ id, day, utr, net_paise: net, entries }) => (
              <li key={id} className="flex justify-between gap-4 border-t border-line py-2 first:border-0">
                <span className="min-w-0 break-all">
                  {formatDay(day)}{' '}
                  <span className="text-xs text-ink-soft">
                    {utr ?? id}, {plural(entries, 'item')}
                  </span>
                </span>
                <span className="tabular-nums">{formatPaise(net)}</span>
              </li>
            ))}
          </ul>
        )}
      </Card>
      <div className="min-w-0 lg:col-span-2">
        <Card title="Discrepancies and notes">
          {data.rows.length + data.unreadable.length === 0 ? (
            <p className="text-ink-soft">No discrepancies. All payments and refunds agree.</p>
          ) : (
            <ul>
              {data.unreadable.map(({ id, reason }) => (
                <li key={`${id} ${reason}`} className="py-2 text-alert-strong">
                  {id || 'An item without an id'} could not be read: {reason}
                </li>
              ))}
              {data.rows.map((row) => (
                <Row key={`${row.kind} ${row.id}`} row={row} />
              ))}
            </ul>
          )}
        </Card>
      </div>
    </div>
  );
}

export function ReconciliationScreen() {
  const [params] = useSearchParams();
  const { may } = useOperator();
  const [months] = useState(lastMonths);
  const month = params.get('month') ?? months[0]?.[0] ?? '';
  const {
    currentData: data,
    error,
    isFetching,
    refetch,
  } = deskApi.useReconciliationQuery(month, {
    skip: !may('finance'),
    refetchOnFocus: false,
  });
  return (
    <div className="grid max-w-6xl gap-4">
      <PageHead title="Reconciliation">
        <SelectFilter name="month" label="Month" options={months} fallback={month} />
        {data ? (
          <ExportButton path="/reconciliation/export" body={{ month }} file={`reconciliation-${month}`}>
            CSV of the month
          </ExportButton>
        ) : null}
      </PageHead>
      {may('finance') ? null : <Notice>This page requires the role finance.</Notice>}
      {data ? <Month data={data} /> : null}
      {!data && error && !isFetching ? <FailureNotice error={error} retry={refetch} /> : null}
      {!data && isFetching ? <Loading /> : null}
    </div>
  );
}
