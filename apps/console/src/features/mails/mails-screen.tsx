import type { MailRow } from '@meridian/contracts/operators/console/desk';
import { reasonText } from '@meridian/contracts/operators/console/mail-reasons';
import { createColumnHelper } from '@tanstack/react-table';
import { Link, useSearchParams } from 'react-router';
import { deskApi } from '../../api/desk-api.ts';
import { Badge } from '../../parts/badge.tsx';
import type { features } from '../../parts/columns.ts';
import { SelectFilter } from '../../parts/filters.tsx';
import { ListScreen, useList } from '../../parts/list-screen.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { useOperator } from '../../session/session-context.ts';
import { OptOuts } from './opt-outs.tsx';
import { Suppressions } from './suppressions.tsx';

const states = [
  ['due', 'Waiting to be sent'],
  ['sent', 'Sent'],
  ['refused', 'Refused'],
  ['bounced', 'Bounced'],
  ['dropped', 'Not sent'],
] as const;

const helper = createColumnHelper<typeof features, MailRow>();
const columns = helper.columns([
  helper.accessor('kind', {
    header: 'Email',
    cell: ({ row: { original: mail } }) => (
      <>
        <Link to={`/mails/${mail.id}`} className="font-semibold text-ink">
          {mail.kind.replaceAll('_', ' ')}
        </Link>
        <div className="truncate text-xs text-ink-soft">{mail.recipient}</div>
      </>
    ),
  }),
  helper.accessor('reason', {
    header: 'Reason',
    cell: ({ row: { original: mail } }) => (
      <div className="hidden truncate text-xs text-ink-soft sm:block" title={reasonText(mail.reason)}>
        {reasonText(mail.reason)}
      </div>
    ),
  }),
  helper.accessor('state', {
    header: 'State',
    cell: ({ row: { original: mail } }) => <Badge state={mail.state} />,
  }),
  helper.accessor('created_at', {
    header: 'Created (IST)',
    cell: ({ row: { original: mail } }) => (
      <span className="hidden text-xs sm:block">
        <Timestamp iso={mail.created_at} short />
      </span>
    ),
  }),
]);

export function MailsScreen() {
  const [params] = useSearchParams();
  const { may } = useOperator();
  const filter = { state: params.get('state') ?? undefined, order: params.get('order') ?? undefined };
  const query = useList(deskApi.useMailsInfiniteQuery, filter);
  return (
    <ListScreen
      title="Emails"
      query={query}
      filters={<SelectFilter name="state" label="State" options={states} />}
      columns={columns}
      hrefOf={({ id }) => `/mails/${id}`}
      grid="grid-cols-[1fr_0_auto_0] sm:grid-cols-[1.4fr_2fr_7rem_8rem]"
      empty={
        filter.state || filter.order
          ? 'No emails match the filter. The emails of an order are on its page.'
          : 'No emails.'
      }
    >
      {may('desk') ? <OptOuts /> : null}
      <Suppressions />
    </ListScreen>
  );
}
