/** Queries of orders with their payments. */

import type { OrderState } from '@meridian/contracts/enrolment/orders';
import { parseUuid } from '@meridian/contracts/uuid';
import { type Kysely, sql, type Transaction } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database } from '../../../platform/database/database.ts';
import { UnreadableRow } from '../../../platform/database/stored-column.ts';
import { transact } from '../../../platform/database/transact.ts';
import { writeOrderSearch } from '../../search/order-search.ts';
import type { BookingLease, Order } from '../order.ts';
import { type OrderParts, orderOf } from './order-of-rows.ts';

type Reader = Kysely<Database> | Transaction<Database>;

const paymentColumns = [
  'order_payments.payment_id',
  'order_payments.role',
  'order_payments.refund',
  'order_payments.uncaptured',
  'order_payments.status',
  'order_payments.amount_paise',
  'order_payments.currency',
  'order_payments.auto_refund_at',
] as const;
const refundColumns = [
  'refunds.id',
  'refunds.payment_id',
  'refunds.provider_refund_id',
  'refunds.amount_paise',
  'refunds.state',
  'refunds.source',
  'refunds.reason',
] as const;
const disputeColumns = [
  'disputes.id',
  'disputes.payment_id',
  'disputes.state',
  'disputes.status',
  'disputes.phase',
  'disputes.amount_paise',
  'disputes.lost_paise',
  'disputes.respond_by',
] as const;

/** Not `now()`, which is the start of the transaction, before the wait for the lock. */
const bookingLease = sql<BookingLease>`case
  when booking_claimed_until is null then 'none'
  when booking_claimed_until > clock_timestamp() then 'held'
  else 'expired' end`;

/** The unique ids by which an order is found, and their columns. */
const columnOf = {
  id: 'id',
  provider_order_id: 'provider_order_id',
  receipt_token: 'receipt_token',
  attempt: 'attempt',
} as const;

/** Selects orders with all their rows in one statement, so that they are from one snapshot. */
function selectOrders(database: Reader) {
  return database
    .selectFrom('orders')
    .selectAll('orders')
    .select((select) => [
      bookingLease.as('booking_lease'),
      jsonArrayFrom(
        select
          .selectFrom('order_payments')
          .select(paymentColumns)
          .whereRef('order_payments.order_id', '=', 'orders.id')
          .orderBy('seen_at')
          .orderBy('payment_id'),
      ).as('payments'),
      jsonArrayFrom(
        select
          .selectFrom('refunds')
          .select(refundColumns)
          .whereRef('refunds.order_id', '=', 'orders.id')
          .orderBy('created_at')
          .orderBy('id'),
      ).as('refunds'),
      jsonArrayFrom(
        select
          .selectFrom('disputes')
          .select(disputeColumns)
          .whereRef('disputes.order_id', '=', 'orders.id')
          .orderBy('created_at'),
      ).as('disputes'),
      jsonArrayFrom(
        select
          .selectFrom('ledger_entries')
          .select(['ledger_entries.payment_id', 'ledger_entries.debit', 'ledger_entries.credit'])
          .select(({ fn }) => fn.sum<string>('ledger_entries.paise').as('paise'))
          .whereRef('ledger_entries.order_id', '=', 'orders.id')
          .groupBy(['ledger_entries.payment_id', 'ledger_entries.debit', 'ledger_entries.credit']),
      ).as('flows'),
    ]);
}

export async function findOrder(
  database: Reader,
  by: keyof typeof columnOf,
  value: string,
): Promise<Order | undefined> {
  const row = await selectOrders(database).where(columnOf[by], '=', value).executeTakeFirst();
  return row && orderOf(row, row);
}

/** Several orders. Unreadable orders are listed separately, so that they do not hide the others. */
export interface FoundOrders {
  orders: Order[];
  unreadable: UnreadableRow[];
}

function foundOrders(rows: readonly (Parameters<typeof orderOf>[0] & OrderParts)[]): FoundOrders {
  const found: FoundOrders = { orders: [], unreadable: [] };
  for (const row of rows)
    try {
      found.orders.push(orderOf(row, row));
    } catch (error) {
      if (!(error instanceof UnreadableRow)) throw error;
      found.unreadable.push(error);
    }
  return found;
}

/** @throws UnreadableRow if this order is one of the unreadable ones */
export function throwUnreadable({ unreadable }: FoundOrders, orderId: string | null): void {
  const error = unreadable.find(({ key }) => key === orderId);
  if (error) throw error;
}

/**
 * @param email in upper or lower case
 * @returns the id of the newest order of the address
 */
export async function findOrderOf(database: Reader, email: string): Promise<string | undefined> {
  const found = await database
    .selectFrom('orders')
    .select('id')
    .where(sql<boolean>`lower(email) = ${email.trim().toLowerCase()}`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.id;
}

/** @returns the orders with these ids that exist */
export async function findOrders(database: Reader, ids: readonly string[]): Promise<FoundOrders> {
  if (ids.length === 0) return { orders: [], unreadable: [] };
  const rows = await selectOrders(database)
    .where('orders.id', 'in', [...ids])
    .execute();
  return foundOrders(rows);
}

/**
 * @param options.state only orders in this state; all orders if omitted
 * @returns the orders, newest first
 */
export async function listOrders(
  database: Reader,
  options: { state?: OrderState; limit: number },
): Promise<FoundOrders> {
  let query = selectOrders(database).orderBy('created_at', 'desc').limit(options.limit);
  if (options.state) query = query.where('state', '=', options.state);
  return foundOrders(await query.execute());
}

/** Finds an order and locks its row until the transaction ends. */
export async function lockOrder(
  transaction: Transaction<Database>,
  by: keyof typeof columnOf,
  value: string,
): Promise<Order | undefined> {
  const locked = await transaction
    .selectFrom('orders')
    .select('id')
    .where(columnOf[by], '=', value)
    .forUpdate()
    .executeTakeFirst();
  // A separate statement, because the snapshot of the first statement was taken before the lock was granted.
  return locked && findOrder(transaction, 'id', locked.id);
}

/** Stores the payment provider's id for an order that has none yet. */
export async function nameProviderOrder(
  database: Kysely<Database>,
  orderId: string,
  providerOrderId: string,
): Promise<void> {
  await transact(database, async (transaction) => {
    await transaction
      .updateTable('orders')
      .set({ provider_order_id: providerOrderId })
      .where('id', '=', orderId)
      .where('provider_order_id', 'is', null)
      .execute();
    await writeOrderSearch(transaction, [orderId]);
  });
}

/** @returns our order ids by the payment provider's order ids */
export async function idsOfProviderOrders(
  database: Kysely<Database>,
  providerOrderIds: readonly string[],
): Promise<Map<string, string>> {
  if (providerOrderIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('orders')
    .select(['id', 'provider_order_id'])
    .where('provider_order_id', 'in', providerOrderIds)
    .execute();
  return new Map(rows.flatMap(({ id, provider_order_id: theirs }) => (theirs ? [[theirs, id]] : [])));
}

const maxFound = 100;

/**
 * @param text a booking number, our order id (the receipt number at the payment provider), an order, payment
 * or refund id of the payment provider, or the payer's email address
 * @returns the matching orders, newest first, at most 100
 */
export async function searchOrders(database: Reader, text: string): Promise<FoundOrders> {
  const requested = text.trim();
  const id = parseUuid(requested);
  // Separate parts, so that each uses its index. As one condition, the query would read every order.
  const found = sql<string>`
    select id from orders where provider_order_id = ${requested} or payment_id = ${requested}
      or booking_number = ${requested.toUpperCase()} or (lower(email) = ${requested.toLowerCase()} and email <> '')
    ${id === undefined ? sql`` : sql`union select id from orders where id = ${id}`}
    union select order_id from order_payments where payment_id = ${requested}
    union select order_id from refunds where provider_refund_id = ${requested}`;
  const rows = await selectOrders(database)
    .where(sql<boolean>`orders.id in (${found})`)
    .orderBy('created_at', 'desc')
    .limit(maxFound)
    .execute();
  return foundOrders(rows);
}
