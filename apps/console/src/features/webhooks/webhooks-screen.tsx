/** Events received from the payment provider, with their results. */
import type { WebhookRow } from '@meridian/contracts/operators/console/webhooks';
import { createColumnHelper } from '@tanstack/react-table';
import { Link, useSearchParams } from 'react-router';
import { deskApi } from '../../api/desk-api.ts';
import { Badge } from '../../parts/badge.tsx';
import type { features } from '../../parts/columns.ts';
import { SelectFilter } from '../../parts/filters.tsx';
import { ListScreen, useList } from '../../parts/list-screen.tsx';
import { OperationButton } from '../../parts/operation.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { useOperator } from '../../session/session-context.ts';

const states = {
  taken: ['ok', 'processed'],
  ignored: ['none', 'ignored'],
  set_aside: ['failed', 'case opened'],
} as const;

/** Page on which to investigate the event: its order, or the comparison with the payment provider. */
const hrefOf = ({ order_id: order }: WebhookRow) => (order === null ? '/work' : `/orders/${order}`);

const helper = createColumnHelper<typeof features, WebhookRow>();
const columns = helper.columns([
  helper.accessor('event', {
    header: 'Event',
    cell: ({ row: { original: row } }) => (
      <>
        <Link to={hrefOf(row)} className="font-semibold text-ink">
          {row.event.replaceAll(/[._]/g, ' ')}
        </Link>
        <div className="truncate text-xs text-ink-soft">
          {row.order_id ?? (row.outcome === null ? '' : 'no matching order')}
        </div>
      </>
    ),
  }),
  helper.accessor('outcome', {
    header: 'Result',
    cell: ({ row: { original: row } }) => {
      if (row.outcome === null) return <span className="text-xs text-ink-soft">not recorded</span>;
      const [state, word] = states[row.outcome];
      return <Badge state={state} word={word} />;
    },
  }),
  helper.accessor('received_at', {
    header: 'Received (IST)',
    cell: ({ row: { original: row } }) => (
      <span className="text-xs">
        <Timestamp iso={row.received_at} short />
      </span>
    ),
  }),
]);

export function WebhooksScreen() {
  const [params] = useSearchParams();
  const { may } = useOperator();
  const query = useList(deskApi.useWebhooksInfiniteQuery, { outcome: params.get('outcome') ?? undefined });
  return (
    <ListScreen
      title="Webhooks"
      query={query}
      filters={<SelectFilter name="outcome" label="Result" options={[['set_aside', 'Case opened']]} />}
      columns={columns}
      hrefOf={hrefOf}
      grid="grid-cols-[1fr_auto_auto] sm:grid-cols-[1fr_9rem_8rem]"
      empty={
        params.has('outcome')
          ? 'No webhooks match the filter.'
          : 'No webhooks received. Check that the webhook URL in the Razorpay dashboard is <site>/api/webhooks/razorpay.'
      }
    >
      <div className="grid justify-items-start gap-2">
        <p className="max-w-3xl text-ink-soft">
          Each event is processed once. Events that did not arrive, and events with a wrong signature, are not
          listed: the comparison with Razorpay finds their payments. It runs every five minutes.
        </p>
        {may('finance') ? (
          <OperationButton action="orders.reconcile-all" input={{}}>
            Compare pending payments now
          </OperationButton>
        ) : null}
      </div>
    </ListScreen>
  );
}
