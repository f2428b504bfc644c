/** Orders for the console: lists and search. */

import { type OrderState, orderStates } from '@meridian/contracts/enrolment/orders';
import { timeInIndia } from '@meridian/contracts/india-time';
import type { Page } from '@meridian/contracts/operators/console/lists';
import type { OrderRow } from '@meridian/contracts/operators/console/orders';
import { parseUuid } from '@meridian/contracts/uuid';
import { type Kysely, sql } from 'kysely';
import { findOrders } from '../../../enrolment/orders/store/order-queries.ts';
import { listedBatch } from '../../../enrolment/orders/store/order-tables.ts';
import { statementOf } from '../../../enrolment/statement/statement.ts';
import { csvLine } from '../../../platform/csv/csv.ts';
import type { Database } from '../../../platform/database/database.ts';
import { searchIndex } from '../../../platform/search/search-index.ts';
import { isIndexable, matches, type SearchIndex } from '../../../platform/search/search-text.ts';
import { allOf, type Condition, deepRows, recentRows } from '../lists/conditions.ts';
import { timestampsOf } from '../lists/list-filter.ts';
import {
  type Extent,
  type Found,
  type ListQuery,
  maxExported,
  readPage,
  readRows,
} from '../lists/read-page.ts';
import { maskEmail, maskPhone } from '../mask.ts';

export interface OrderFilter {
  state?: string | undefined;
  /** Only orders with open cases. */
  cases?: boolean | undefined;
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

interface ListedOrder {
  id: string;
  state: string;
  booking_number: string;
  booking: string;
  first_name: string;
  last_name: string;
  email: string;
  phone_number: string;
  batch: unknown;
  seats: number;
  cancelled_seats: number;
  total_paise: string;
  cases: number;
  created_at: Date;
  key: string;
}

const rowOf = (order: ListedOrder): OrderRow => {
  const { course_name: course, start_date } = listedBatch(order.batch);
  return {
    id: order.id,
    booking_number: order.booking_number,
    state: order.state,
    headline: 'Unreadable',
    booking: order.booking,
    name: `${order.first_name} ${order.last_name}`.trim(),
    email: maskEmail(order.email),
    phone: maskPhone(order.phone_number),
    course,
    start_date,
    seats: order.seats,
    cancelled_seats: order.cancelled_seats,
    total_paise: Number(order.total_paise),
    cases: order.cases,
    created_at: order.created_at.toISOString(),
  };
};

const columns = sql`id, booking_number, state, booking, first_name, last_name, email, phone_number, batch, seats, cancelled_seats,
  total_paise, created_at, (extract(epoch from created_at) * 1000000)::bigint || '_' || id as key,
  (select count(*)::integer from cases where order_id = orders.id and closed_at is null) as cases`;

/** @returns the condition for a complete id, which an index of the orders finds; undefined for other texts */
function byId(search: string): Condition | undefined {
  if (parseUuid(search)) return sql`id = ${search}::uuid`;
  if (/^order_\w{8,}$/.test(search)) return sql`provider_order_id = ${search}`;
  if (/^pay_\w{8,}$/.test(search))
    return sql`id in (select order_id from order_payments where payment_id = ${search})`;
  return undefined;
}

/** Nearly all orders end in these states; other states are rare. */
const usualStates = ['created', 'booked', 'refunded'];

/** @param before key of the last row of the previous page */
export function orderQuery(
  filter: OrderFilter,
  { before, indexed }: { before?: string | undefined; indexed: SearchIndex },
): ListQuery {
  const { search, cases } = filter;
  const known = orderStates.find((name): name is OrderState => name === filter.state);
  const { start, end } = timestampsOf(filter);
  const [at, id] = before?.split('_') ?? [];
  const after =
    at && id ? sql`(created_at, id) < (to_timestamp(${at}::bigint / 1000000.0), ${id}::uuid)` : undefined;
  const days = allOf(start && sql`created_at >= ${start}`, end && sql`created_at < ${end}`);
  const inState = known ? sql`state = ${known}` : undefined;
  const withCases = cases ? sql`id in (select order_id from cases where closed_at is null)` : undefined;
  const found = search ? matches(sql`words`, search, indexed) : undefined;
  const newestFirst = sql`order by created_at desc, id desc`;

  const sorted = (table: string, condition: Condition): Found => ({
    shared: sql`select created_at, id from ${sql.table(table)} where ${condition} and ${days}`,
    counted: sql`select created_at, id from found`,
    page: sql`select created_at, id from found where ${allOf(after)} ${newestFirst}`,
  });
  const newest = (condition: Condition, rows: number): Found => {
    const among = (from?: Condition) => sql`
      select created_at, id from (select * from order_search where ${allOf(days, from)}
        ${newestFirst} limit ${sql.lit(rows)}) as newest
      where ${condition} ${newestFirst}`;
    // The counted rows include those of the first page.
    const found = sql`select created_at, id from found ${newestFirst}`;
    return after
      ? { counted: among(), page: among(after) }
      : { shared: sql`${among()} limit ${sql.lit(rows)}`, counted: found, page: found };
  };
  const row = (...conditions: (Condition | undefined)[]) =>
    sql`select ${columns} from orders where id = k.id and ${allOf(...conditions)}`;
  const order = sql`page.created_at desc, page.id desc`;
  const common = { row: row(), order, isDecidedByRow: false };

  const exact = search ? byId(search) : undefined;
  if (exact) return { ...common, all: sorted('orders', allOf(exact, inState, withCases)) };
  const searched =
    found && sql`exists (select from order_search as entry where entry.id = orders.id and ${found} offset 0)`;
  if (cases) return { ...common, all: sorted('orders', allOf(inState, withCases, searched)) };
  // A rare state has few orders, and a search may match many.
  const isRareState = known !== undefined && !usualStates.includes(known);
  if (searched && isRareState) return { ...common, all: sorted('orders', allOf(inState, searched)) };
  if (found)
    return {
      recent: newest(found, recentRows),
      deep: { found: newest(found, deepRows), from: 400 },
      all: isIndexable(search ?? '') ? sorted('order_search', found) : undefined,
      row: row(inState),
      order,
      isDecidedByRow: inState !== undefined,
    };
  const every = (from?: Condition) => sql`
    select created_at, id from orders where ${allOf(inState, days, from)} ${newestFirst}`;
  return { ...common, all: { counted: every(), page: every(after) } };
}

/**
 * @param before key of the last row of the previous page
 * @param extent overrides the page size and the limit of the count
 * @returns a page, newest first
 */
export async function orderList(
  database: Kysely<Database>,
  filter: OrderFilter,
  { before, extent }: { before?: string | undefined; extent?: Extent } = {},
): Promise<Page<OrderRow>> {
  const indexed = await searchIndex(database);
  const page = await readPage<ListedOrder, OrderRow>(database, orderQuery(filter, { before, indexed }), {
    keyOf: ({ key }) => key,
    shown: rowOf,
    extent,
    isFirst: before === undefined,
  });
  const ids = page.rows.map(({ id }) => id);
  const { orders } = await findOrders(database, ids);
  const headlines = new Map(orders.map((order) => [order.id, statementOf(order, 'operator').headline]));
  for (const row of page.rows) row.headline = headlines.get(row.id) ?? row.headline;
  return page;
}

const statedTogether = 500;
const exportHeader = [
  'id',
  'opened at (IST)',
  'payer',
  'email',
  'phone',
  'course',
  'first day',
  'seats',
  'cancelled seats',
  'total',
  'captured',
  'kept',
  'to be refunded',
  'returned',
  'status',
];
const rupees = (paise: number) => (paise / 100).toFixed(2);

/** @returns the newest matching orders as CSV, with contact details; amounts in rupees, times in IST */
export async function orderCsv(
  database: Kysely<Database>,
  filter: OrderFilter,
): Promise<{ csv: string; orders: number; is_cut: boolean }> {
  const query = orderQuery(filter, { indexed: await searchIndex(database) });
  const rows = await readRows<ListedOrder>(database, query, maxExported);
  const lines: string[] = [];
  for (let start = 0; start < rows.length; start += statedTogether) {
    const part = rows.slice(start, start + statedTogether);
    const { orders } = await findOrders(
      database,
      part.map(({ id }) => id),
    );
    const stated = new Map(orders.map((order) => [order.id, statementOf(order, 'operator')]));
    for (const listed of part) {
      const { headline = 'Unreadable', money } = stated.get(listed.id) ?? {};
      const { name, course, start_date: day } = rowOf(listed);
      const sums = money && [
        money.capturedPaise,
        money.keptPaise,
        money.capturedPaise - money.keptPaise - money.returnedPaise,
        money.returnedPaise,
      ];
      lines.push(
        csvLine([
          listed.id,
          timeInIndia(listed.created_at.getTime()).slice(0, 19),
          name,
          listed.email,
          listed.phone_number,
          course,
          day,
          String(listed.seats),
          String(listed.cancelled_seats),
          rupees(Number(listed.total_paise)),
          ...(sums?.map(rupees) ?? ['', '', '', '']),
          headline,
        ]),
      );
    }
  }
  return {
    csv: [csvLine(exportHeader), ...lines, ''].join('\r\n'),
    orders: rows.length,
    is_cut: rows.length === maxExported,
  };
}
