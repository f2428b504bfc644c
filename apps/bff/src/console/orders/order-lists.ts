/** Orders for the console: found by whatever a payer reads out. */

import { type OrderState, orderStates } from '@meridian/contracts/checkout/orders';
import { countedTo, type OrderRow, type Page } from '@meridian/contracts/console/answers';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SoldBatch } from '../../checkout/order/order-tables.ts';
import type { Database } from '../../database/database.ts';
import { maskEmail, maskPhone } from '../mask.ts';
import { likePattern, pageOf, pageSize } from '../pages.ts';

export interface OrderFilter {
  state?: string | undefined;
  /** Open cases only. */
  cases?: boolean | undefined;
  search?: string | undefined;
}

interface ListedOrder {
  id: string;
  state: string;
  booking: string;
  first_name: string;
  last_name: string;
  email: string;
  phone_number: string;
  batch: SoldBatch;
  seats: number;
  cancelled_seats: number;
  total_paise: string;
  cases: number;
  created_at: Date;
  key: string;
}

const rowOf = (order: ListedOrder): OrderRow => ({
  id: order.id,
  state: order.state,
  booking: order.booking,
  name: `${order.first_name} ${order.last_name}`.trim(),
  email: maskEmail(order.email),
  phone: maskPhone(order.phone_number),
  course: order.batch.course_name,
  seats: order.seats,
  cancelled_seats: order.cancelled_seats,
  total_paise: Number(order.total_paise),
  cases: order.cases,
  created_at: order.created_at.toISOString(),
});

/** A separated phone number is found by its digits. */
function phoneSearch(search: string): RawBuilder<unknown> {
  const digits = search.replace(/\D/g, '');
  return digits.length >= 4 && /^[\d\s+()-]+$/.test(search)
    ? sql`or regexp_replace(phone_number, '\\D', '', 'g') like ${`%${digits}%`}`
    : sql``;
}

function matches(search: string): RawBuilder<unknown> {
  const like = likePattern(search);
  return sql`(
    id::text = ${search.toLowerCase()} or razorpay_order_id = ${search} or payment_id = ${search}
    or email ilike ${like} or (first_name || ' ' || last_name) ilike ${like} ${phoneSearch(search)}
    or id in (select order_id from order_payments where payment_id = ${search})
    or id in (select order_id from refunds where razorpay_refund_id = ${search})
    or id in (select order_id from invoices where number = ${search.toUpperCase()})
    or exists (select from order_events
      where order_id = orders.id and event = 'operator_transfer' and note ilike ${like}))`;
}

function conditions({ state, cases, search }: OrderFilter, before?: string): RawBuilder<unknown> {
  const known = orderStates.find((name): name is OrderState => name === state);
  const [at, id] = before?.split('_') ?? [];
  const all = [
    ...(known ? [sql`state = ${known}`] : []),
    ...(cases ? [sql`id in (select order_id from cases where closed_at is null)`] : []),
    ...(search ? [matches(search)] : []),
    ...(at && id ? [sql`(created_at, id) < (to_timestamp(${at}::bigint / 1000000.0), ${id}::uuid)`] : []),
  ];
  return all.length === 0 ? sql`true` : sql.join(all, sql` and `);
}

/** @param before key of the page before @returns a page, newest first */
export async function orderList(
  database: Kysely<Database>,
  filter: OrderFilter,
  before?: string,
): Promise<Page<OrderRow>> {
  const [{ rows }, counted] = await Promise.all([
    sql<ListedOrder>`
      select id, state, booking, first_name, last_name, email, phone_number, batch, seats, cancelled_seats,
        total_paise, created_at, (extract(epoch from created_at) * 1000000)::bigint || '_' || id as key,
        (select count(*)::integer from cases where order_id = orders.id and closed_at is null) as cases
      from orders where ${conditions(filter, before)}
      order by created_at desc, id desc limit ${pageSize + 1}`.execute(database),
    sql<{ count: number }>`
      select count(*)::integer as count from (
        select from orders where ${conditions(filter)} limit ${countedTo}) as found`.execute(database),
  ]);
  return pageOf(rows, counted.rows[0]?.count ?? 0, ({ key }) => key, rowOf);
}
