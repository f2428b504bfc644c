/**
 * Seats that are offered to the waiting list. The database view `reserved_seats` counts them as reserved
 * until the offer ends.
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';

/**
 * True while the order of an offer holds, has paid or has booked the offered seats, which then count with the
 * order. When the order's hold is released, they count as offered again.
 */
export const isInOrder = sql<boolean>`exists (
  select from orders where orders.id = waitlist_entries.order_id and keeps_offer(orders))`;

/** Names an offer by its token, or by the order that has or had its seats. */
export type OfferOf = { token: string } | { orderId: string };

/**
 * @returns the number of seats of the batch that are offered to the requester; 0 if the offer has ended or
 * its seats are in an order
 */
export async function ownOfferedSeats(
  database: Kysely<Database> | Transaction<Database>,
  batchId: number,
  of: OfferOf,
): Promise<number> {
  const requester =
    'token' in of ? sql`offer = ${of.token}` : sql`offer is not null and order_id = ${of.orderId}`;
  const { rows } = await sql<{ seats: number }>`
    select seats from reserved_seats where batch_id = ${batchId} and ${requester}`.execute(database);
  return rows[0]?.seats ?? 0;
}

/**
 * Links an offer to the order that gets its seats. Call it in the transaction that inserts the order, after
 * the batch is locked.
 */
export async function linkOrderToOffer(
  transaction: Transaction<Database>,
  batchId: number,
  token: string,
  orderId: string,
): Promise<void> {
  await transaction
    .updateTable('waitlist_entries')
    .set({ order_id: orderId, updated_at: databaseNow })
    .where('token', '=', token)
    .where(sql<boolean>`exists (
      select from reserved_seats where batch_id = ${batchId} and offer = waitlist_entries.token)`)
    .execute();
}
