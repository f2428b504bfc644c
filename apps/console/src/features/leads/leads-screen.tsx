import type { LeadRow } from '@meridian/contracts/console/answers';
import { createColumnHelper } from '@tanstack/react-table';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { api } from '../../api/api.ts';
import { useOperator } from '../../app/session-context.ts';
import { Badge } from '../../parts/badge.tsx';
import { type BulkAction, BulkBar } from '../../parts/bulk-bar.tsx';
import { countText } from '../../parts/count.ts';
import { FailureNotice } from '../../parts/failure-notice.tsx';
import { SearchNote, SelectFilter } from '../../parts/filters.tsx';
import { Moment } from '../../parts/moment.tsx';
import { SelectBox, SelectionProvider } from '../../parts/selection.tsx';
import { type features, VirtualTable } from '../../parts/virtual-table.tsx';
import { ExportLeads } from './export-leads.tsx';
import { formNames } from './form-names.ts';
import { leadTags } from './lead-tags.ts';

const states = [
  ['dead', 'Dead letters'],
  ['quarantined', 'Suspected of spam'],
  ['refused_late', 'Refused after thanks'],
  ['refused', 'Refused'],
  ['received', 'Waiting for the upstream'],
  ['pending', 'Waiting for the CRM'],
  ['delivered', 'Delivered'],
  ['withdrawn', 'Erased on request'],
] as const;

const helper = createColumnHelper<typeof features, LeadRow>();
const selectColumn = helper.display({
  id: 'select',
  header: '',
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
        <Moment iso={lead.received_at} short />
      </span>
    ),
  }),
]);

const selectable = helper.columns([selectColumn, ...columns]);

const bulkActions: Readonly<Record<string, BulkAction>> = {
  dead: {
    label: 'Send again',
    consequence: 'Each is sent to the CRM again, with a full set of tries',
    pathOf: (id) => `/leads/${id}/resend`,
  },
  refused_late: {
    label: 'Send again',
    consequence: 'Each is sent to the upstream again',
    pathOf: (id) => `/leads/${id}/resend`,
  },
  quarantined: {
    label: 'Release: no spam',
    consequence: 'Each is sent on as if it had never been suspected',
    pathOf: (id) => `/leads/${id}/release`,
  },
};

export function LeadsScreen() {
  const [params] = useSearchParams();
  const { may } = useOperator();
  const action = may('desk') ? bulkActions[params.get('state') ?? ''] : undefined;
  return (
    <SelectionProvider key={params.toString()}>
      <LeadList action={action} />
    </SelectionProvider>
  );
}

function LeadList({ action }: { action: BulkAction | undefined }) {
  const [params] = useSearchParams();
  const { may } = useOperator();
  const filter = {
    form: params.get('form') ?? undefined,
    state: params.get('state') ?? undefined,
    search: params.get('search') ?? undefined,
  };
  const query = api.useLeadsInfiniteQuery(filter);
  const rows = useMemo(
    () => query.currentData?.pages.flatMap((page) => page.rows) ?? [],
    [query.currentData],
  );
  const count = query.currentData?.pages[0]?.count;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <h1 className="mr-auto w-full text-2xl sm:w-auto">
          Leads{' '}
          {count === undefined ? null : <span className="text-base text-ink-soft">{countText(count)}</span>}
        </h1>
        <SelectFilter name="state" label="State" options={states} />
        <SelectFilter name="form" label="Form" options={[...formNames]} />
        {may('desk') ? <ExportLeads filter={filter} /> : null}
      </div>
      <SearchNote />
      {action ? (
        <BulkBar actions={[action]} shown={rows.map(({ id }) => id)} changes={leadTags} />
      ) : null}
      {query.error ? (
        <FailureNotice error={query.error} retry={query.refetch} />
      ) : (
        <VirtualTable
          label="Leads"
          columns={action ? selectable : columns}
          rows={rows}
          hrefOf={({ id }) => `/leads/${id}`}
          grid={
            action
              ? 'grid-cols-[2.75rem_1fr_0_auto_0] sm:grid-cols-[2.75rem_2fr_1.4fr_1.2fr_8rem]'
              : 'grid-cols-[1fr_0_auto_0] sm:grid-cols-[2fr_1.4fr_1.2fr_8rem]'
          }
          empty="No lead fits. Change the filter, or search for part of a name, an e-mail or a phone number."
          isLoading={query.isFetching}
          hasMore={query.hasNextPage}
          loadMore={query.fetchNextPage}
        />
      )}
    </div>
  );
}
