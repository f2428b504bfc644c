import type { LeadRow } from '@meridian/contracts/operators/console/leads';
import { createColumnHelper } from '@tanstack/react-table';
import { Link, useSearchParams } from 'react-router';
import { api, type LeadQuery } from '../../api/api.ts';
import { Badge } from '../../parts/badge.tsx';
import { type BulkAction, BulkBar } from '../../parts/bulk-bar.tsx';
import type { features } from '../../parts/columns.ts';
import { ExportButton } from '../../parts/export-button.tsx';
import { DayFilter, MoreFilters, SelectFilter } from '../../parts/filters.tsx';
import { ListScreen, useList } from '../../parts/list-screen.tsx';
import { SelectBox, SelectionProvider } from '../../parts/selection.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { useOperator } from '../../session/session-context.ts';
import { formNames } from './form-names.ts';
import { SavedViews } from './saved-views.tsx';

const states = [
  ['dead', 'Failed'],
  ['quarantined', 'Suspected of spam'],
  ['rejected', 'Rejected as spam'],
  ['refused_late', 'Refused after confirmation'],
  ['refused', 'Refused'],
  ['received', 'Waiting for the upstream'],
  ['pending', 'Waiting for the CRM'],
  ['delivered', 'Delivered'],
  ['withdrawn', 'Erased on request'],
] as const;

const helper = createColumnHelper<typeof features, LeadRow>();
const selectColumn = helper.display({
  id: 'select',
  header: () => <span className="sr-only">Choose</span>,
  cell: ({ row: { original: lead } }) => <SelectBox id={lead.id} label={lead.name || lead.id} />,
});
const columns = helper.columns([
  helper.accessor('name', {
    header: 'Name',
    cell: ({ row: { original: lead } }) => (
      <>
        <Link to={`/leads/${lead.id}`} className="font-semibold text-ink">
          {lead.name || 'Erased'}
        </Link>
        <div className="truncate text-xs text-ink-soft">
          {formNames.get(lead.form) ?? lead.form}
          {lead.course ? ` · ${lead.course}` : ''}
        </div>
      </>
    ),
  }),
  helper.accessor('email', {
    header: 'Contact',
    cell: ({ row: { original: lead } }) => (
      <div className="hidden text-xs text-ink-soft sm:block">
        <div className="truncate">{lead.email}</div>
        <div>{lead.phone}</div>
      </div>
    ),
  }),
  helper.display({
    id: 'state',
    header: 'Upstream and CRM',
    cell: ({ row: { original: lead } }) => (
      <div className="flex flex-wrap justify-end gap-1 sm:justify-start">
        <Badge state={lead.forward_state} />
        <Badge state={lead.crm_state} />
      </div>
    ),
  }),
  helper.accessor('received_at', {
    header: 'Received (IST)',
    cell: ({ row: { original: lead } }) => (
      <span className="hidden text-xs sm:block">
        <Timestamp iso={lead.received_at} short />
      </span>
    ),
  }),
]);

const selectable = helper.columns([selectColumn, ...columns]);

const release: BulkAction = {
  label: 'Not spam: release',
  consequence: 'Each released lead is processed like any other lead',
  action: 'leads.release',
};

const bulkActions: Readonly<Record<string, readonly BulkAction[]>> = {
  dead: [
    {
      label: 'Send again',
      consequence: 'Each lead is resent to the CRM, with its attempts reset to 0',
      action: 'leads.resend',
    },
  ],
  refused_late: [
    { label: 'Send again', consequence: 'Each lead is resent to the upstream', action: 'leads.resend' },
  ],
  quarantined: [
    release,
    {
      label: 'Spam: reject',
      consequence: 'These leads are not sent. Each can be released until it is erased',
      action: 'leads.reject',
    },
  ],
  rejected: [release],
};
const optionsOf = (names: readonly string[] = []) => names.map((name) => [name, name] as const);

const filterNames = ['form', 'state', 'course', 'source', 'from', 'to', 'search'] as const;

/** Reads the filter from the list's address. */
const leadQueryOf = (params: URLSearchParams): LeadQuery =>
  Object.fromEntries(filterNames.map((name) => [name, params.get(name) ?? undefined]));

export function LeadsScreen() {
  const [params] = useSearchParams();
  const { may } = useOperator();
  const actions = may('desk') ? bulkActions[params.get('state') ?? ''] : undefined;
  return (
    <SelectionProvider key={params.toString()}>
      <LeadList actions={actions} />
    </SelectionProvider>
  );
}

function LeadList({ actions }: { actions: readonly BulkAction[] | undefined }) {
  const [params] = useSearchParams();
  const { may } = useOperator();
  const filter = leadQueryOf(params);
  const query = useList(api.useLeadsInfiniteQuery, filter);
  const { data: names } = api.useLeadFiltersQuery();
  return (
    <ListScreen
      title="Leads"
      query={query}
      filters={
        <>
          <SavedViews />
          <SelectFilter name="state" label="State" options={states} />
          <SelectFilter name="form" label="Form" options={[...formNames]} />
          <MoreFilters names={['course', 'source', 'from', 'to']}>
            <SelectFilter name="course" label="Course" options={optionsOf(names?.courses)} />
            <SelectFilter name="source" label="Source" options={optionsOf(names?.sources)} />
            <DayFilter name="from" label="Received from" />
            <DayFilter name="to" label="to" />
          </MoreFilters>
          {may('desk') ? <ExportButton path="/leads/export" body={filter} file="leads" /> : null}
        </>
      }
      bulk={actions && ((shown) => <BulkBar actions={actions} shown={shown} />)}
      columns={actions ? selectable : columns}
      hrefOf={({ id }) => `/leads/${id}`}
      grid={
        actions
          ? 'grid-cols-[2.75rem_1fr_0_auto_0] sm:grid-cols-[2.75rem_2fr_1.4fr_1.2fr_8rem]'
          : 'grid-cols-[1fr_0_auto_0] sm:grid-cols-[2fr_1.4fr_1.2fr_8rem]'
      }
      empty={
        Object.values(filter).some((value) => value)
          ? 'No leads match the filter. Change the filter, or search for part of a name, an email or a phone number.'
          : 'No leads.'
      }
    />
  );
}
