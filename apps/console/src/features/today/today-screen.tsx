import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import type { CaseRow } from '@meridian/contracts/operators/console/orders';
import type { Compared, TodayPage } from '@meridian/contracts/operators/console/today';
import { Loading, Notice } from '@meridian/ui/notice';
import { Link } from 'react-router';
import { api, followed } from '../../api/api.ts';
import { AssignmentNote } from '../../parts/assignment.tsx';
import { CaseHelp } from '../../parts/case-help.tsx';
import { CloseCase } from '../../parts/close-case.tsx';
import { Card } from '../../parts/facts.tsx';
import { FailedPage } from '../../parts/failed-page.tsx';
import { SalesStateText } from '../../parts/sales-state-text.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { useOperator } from '../../session/session-context.ts';
import { DeadlinesCard } from './deadlines.tsx';
import { FunnelCard } from './funnel.tsx';
import { HealthCard } from './health.tsx';
import { TrendCards } from './trends.tsx';

/** Rounded to whole rupees, for an overview. */
const wholeRupees = (paise: number) => formatPaise(Math.round(paise / 100) * 100);

function Attention({ today }: { today: TodayPage }) {
  const refusedMails = today.failed_mails - today.bounced_mails;
  const items = [
    {
      to: '/leads?state=dead',
      count: today.dead_letters,
      label: `failed ${today.dead_letters === 1 ? 'lead' : 'leads'}: not accepted by the CRM`,
    },
    { to: '/leads?state=quarantined', count: today.suspects, label: 'suspected of spam: release or reject' },
    {
      to: '/leads?state=refused_late',
      count: today.refused_late,
      label: 'refused by the upstream after confirmation',
    },
    {
      to: '/mails?state=refused',
      count: refusedMails,
      label: refusedMails === 1 ? 'email was refused' : 'emails were refused',
    },
    {
      to: '/mails?state=bounced',
      count: today.bounced_mails,
      label: today.bounced_mails === 1 ? 'email bounced' : 'emails bounced',
    },
  ].filter(({ count }) => count > 0);
  if (items.length === 0) return <p className="text-ink-soft">No leads or emails need attention.</p>;
  return (
    <ul className="grid gap-2">
      {items.map(({ to, count, label }) => (
        <li key={to}>
          <Link
            to={to}
            className="flex min-h-11 items-center gap-3 rounded-md bg-alert-soft px-3 no-underline"
          >
            <strong className="text-lg tabular-nums">{count.toLocaleString('en-IN')}</strong> {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function CaseItem({ one }: { one: CaseRow }) {
  const { may } = useOperator();
  return (
    <li className="grid gap-1 border-t border-line py-3 first:border-0 first:pt-0">
      <div className="font-semibold">
        <Link to={one.page} className="text-brand-strong underline">
          {one.description}
        </Link>
      </div>
      {one.about ? <div>{one.about}</div> : null}
      {one.reason ? <div className="text-ink-soft">{one.reason}</div> : null}
      <div className="text-xs text-ink-soft">
        since <Timestamp iso={one.opened_at} />
        {one.refund_at ? (
          <>
            , automatic refund <Timestamp iso={one.refund_at} />
          </>
        ) : null}{' '}
        {one.order_id ? <AssignmentNote kind="order" id={one.order_id} /> : null}
      </div>
      <CaseHelp kind={one.kind} />
      {one.page === '/work' && may('finance') ? <CloseCase one={one} /> : null}
    </li>
  );
}

function changeOf({ now, before }: Compared): string {
  if (before === 0) return now === 0 ? 'no change' : 'no earlier data';
  const percent = Math.round(((now - before) / before) * 100);
  return percent === 0 ? 'no change' : `${percent > 0 ? '+' : '−'}${Math.abs(percent)} %`;
}

const units = [
  ['day', 'Today', 'yesterday at this time'],
  ['week', 'This week', 'last week at this time'],
  ['month', 'This month', 'last month at this time'],
] as const;

function Figures({ figures, show }: { figures: TodayPage['leads']; show(value: number): string }) {
  return (
    <dl className="grid grid-cols-3 gap-3">
      {units.map(([unit, label, against]) => (
        <div key={unit} className="min-w-0">
          <dt className="text-xs text-ink-soft">{label}</dt>
          <dd className="truncate text-base font-bold tabular-nums sm:text-lg">{show(figures[unit].now)}</dd>
          <dd className="text-xs text-ink-soft" title={`${against}: ${show(figures[unit].before)}`}>
            {changeOf(figures[unit])}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function TodayScreen() {
  const { data: today, error, refetch } = api.useTodayQuery(undefined, followed);
  if (!today) return error ? <FailedPage title="Today" error={error} retry={refetch} /> : <Loading />;
  return (
    <div className="grid max-w-6xl items-start gap-4 lg:grid-cols-2">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 lg:col-span-2">
        <h1 className="text-2xl">Today</h1>
        <Link to="/sales" className="text-ink-soft">
          <SalesStateText sales={today.sales} />
        </Link>
      </div>
      <div className="grid min-w-0 content-start gap-4">
        <Card title={today.cases.length === 0 ? 'Cases' : `Cases (${today.cases.length})`}>
          {today.cases.length === 0 ? (
            <Notice>No open cases.</Notice>
          ) : (
            <ul>
              {today.cases.map((one) => (
                <CaseItem key={one.id} one={one} />
              ))}
            </ul>
          )}
        </Card>
        <DeadlinesCard />
        <Card title="Leads and emails to check">
          <Attention today={today} />
        </Card>
      </div>
      <div className="grid min-w-0 content-start gap-4">
        <Card title="Leads received">
          <Figures figures={today.leads} show={(value) => value.toLocaleString('en-IN')} />
        </Card>
        <Card title="Money received, less refunds">
          <Figures figures={today.paid_paise} show={wholeRupees} />
        </Card>
        <HealthCard />
      </div>
      <div className="grid min-w-0 gap-4 lg:col-span-2">
        <FunnelCard />
        <TrendCards />
      </div>
    </div>
  );
}
