/** The orders that have seats in a batch. */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Order } from '../orders/order.ts';
import { findOrders, lockOrder } from '../orders/store/order-queries.ts';

/** Must match the expression of the index `orders_of_batch`. */
const isOfBatch = (batchId: number): RawBuilder<boolean> =>
  sql<boolean>`(batch ->> 'course_schedule_id')::bigint = ${batchId} and (seat_hold is not null or booking <> 'none')`;

/** True for an order that is paid, neither late nor dropped, and not fully cancelled. */
export const hasSeats = sql<boolean>`booking in ('due', 'ordered', 'review', 'booked') and cancelled_seats < seats`;

/** @returns ids, in the order in which their rows are locked */
export async function orderIdsOfBatch(
  database: Kysely<Database> | Transaction<Database>,
  batchId: number,
): Promise<string[]> {
  const rows = await database
    .selectFrom('orders')
    .select('id')
    .where(isOfBatch(batchId))
    .where(hasSeats)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** @returns the orders that have seats in a batch @throws UnreadableRow */
export async function readOrdersOfBatch(
  database: Kysely<Database> | Transaction<Database>,
  batchId: number,
): Promise<Order[]> {
  const { orders, unreadable } = await findOrders(database, await orderIdsOfBatch(database, batchId));
  // Callers need all orders. For example, a message goes to all people of the batch or to none.
  if (unreadable[0]) throw unreadable[0];
  return orders;
}

/** Locks the orders of a batch. @returns the orders that still have seats in the batch */
export async function lockOrdersOfBatch(
  transaction: Transaction<Database>,
  batchId: number,
): Promise<Order[]> {
  const orders: Order[] = [];
  for (const id of await orderIdsOfBatch(transaction, batchId)) {
    const order = await lockOrder(transaction, 'id', id);
    const exists = order?.batch.course_schedule_id === batchId && order.cancelledSeats < order.price.seats;
    if (order && exists && order.booking !== 'dropped') orders.push(order);
  }
  return orders;
}

/** @returns true if an order of the batch was paid, or has held seats */
export async function wasSold(
  database: Kysely<Database> | Transaction<Database>,
  batchId: number,
): Promise<boolean> {
  const row = await database
    .selectFrom('orders')
    .select('id')
    .where(isOfBatch(batchId))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * @returns true if an order that was paid, or moved to the batch, after `timestamp` has seats in the batch
 */
export async function wasSoldSince(
  database: Transaction<Database>,
  batchId: number,
  timestamp: Date | null,
): Promise<boolean> {
  const row = await database
    .selectFrom('orders')
    .select('id')
    .where(isOfBatch(batchId))
    .where(hasSeats)
    .where(({ eb, fn }) => eb(fn.coalesce('moved_at', 'paid_at'), '>', timestamp))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
