import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import { formatDay } from '@meridian/contracts/format-time';
import type { OrderRow } from '@meridian/contracts/operators/console/orders';
import { createColumnHelper } from '@tanstack/react-table';
import { Link, useSearchParams } from 'react-router';
import { api, type OrderQuery } from '../../api/api.ts';
import { Badge } from '../../parts/badge.tsx';
import type { features } from '../../parts/columns.ts';
import { ExportButton } from '../../parts/export-button.tsx';
import { DayFilter, MoreFilters, SelectFilter } from '../../parts/filters.tsx';
import { ListScreen, useList } from '../../parts/list-screen.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { useOperator } from '../../session/session-context.ts';
import { orderStateNames } from './order-state-names.ts';

const helper = createColumnHelper<typeof features, OrderRow>();
const columns = helper.columns([
  helper.accessor('name', {
    header: 'Payer',
    cell: ({ row: { original: order } }) => (
      <>
        <Link to={`/orders/${order.id}`} className="font-semibold text-ink">
          {order.name || 'Erased'}
        </Link>
        <div className="truncate text-xs text-ink-soft">
          <code>{order.booking_number}</code>{' '}
          {order.start_date === '' ? null : `${formatDay(order.start_date)}: `}
          {order.cancelled_seats === order.seats
            ? 'Cancelled: '
            : `${order.seats - order.cancelled_seats} × `}
          {order.course}
        </div>
      </>
    ),
  }),
  helper.accessor('email', {
    header: 'Contact',
    cell: ({ row: { original: order } }) => (
      <div className="hidden text-xs text-ink-soft sm:block">
        <div className="truncate">{order.email}</div>
        <div>{order.phone}</div>
      </div>
    ),
  }),
  helper.accessor('total_paise', {
    header: 'Total and status',
    cell: ({ row: { original: order } }) => (
      <div className="grid justify-items-end gap-0.5 sm:justify-items-start">
        <span className="tabular-nums">{formatPaise(order.total_paise)}</span>
        <span className="flex max-w-full gap-1" title={order.headline}>
          <span className="min-w-0 truncate">
            <Badge state={order.state} word={order.headline} />
          </span>
          {order.cases > 0 ? <Badge state="needs_review" label={String(order.cases)} /> : null}
        </span>
      </div>
    ),
  }),
  helper.accessor('created_at', {
    header: 'Opened (IST)',
    cell: ({ row: { original: order } }) => (
      <span className="hidden text-xs sm:block">
        <Timestamp iso={order.created_at} short />
      </span>
    ),
  }),
]);

/** Reads the filter from the list's address. */
const orderQueryOf = (params: URLSearchParams): OrderQuery => ({
  state: params.get('state') ?? undefined,
  cases: params.get('cases') === 'open' ? 'open' : undefined,
  search: params.get('search') ?? undefined,
  from: params.get('from') ?? undefined,
  to: params.get('to') ?? undefined,
});

export function OrdersScreen() {
  const [params] = useSearchParams();
  const { may } = useOperator();
  const filter = orderQueryOf(params);
  const query = useList(api.useOrdersInfiniteQuery, filter);
  return (
    <ListScreen
      title="Orders"
      query={query}
      filters={
        <>
          <SelectFilter name="state" label="State" options={[...orderStateNames]} />
          <SelectFilter name="cases" label="Cases" options={[['open', 'Open']]} />
          <MoreFilters names={['from', 'to']}>
            <DayFilter name="from" label="Opened from" />
            <DayFilter name="to" label="to" />
          </MoreFilters>
          {may('finance') ? <ExportButton path="/orders/export" body={filter} file="orders" /> : null}
        </>
      }
      columns={columns}
      hrefOf={({ id }) => `/orders/${id}`}
      grid="grid-cols-[1fr_0_auto_0] sm:grid-cols-[2fr_1.4fr_1.4fr_8rem]"
      empty={
        Object.values(filter).some((value) => value)
          ? 'No orders match the filter. Search for a booking number, an invoice number, or the id of an order, payment or refund. You can also search for part of a name, company, email, phone number or UTR.'
          : 'No orders.'
      }
    />
  );
}
