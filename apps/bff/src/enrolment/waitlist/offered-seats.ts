/** Seats that are offered to the waiting list: nobody else gets them until the offer ends, by `taken_seats`. */
import { type Kysely, sql, type Transaction } from 'kysely';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';

/** Not `now()`, which is the start of the transaction, before the wait for the lock. */
const isOpen = sql<boolean>`waitlist_entries.state = 'offered'
  and waitlist_entries.offer_ends_at > clock_timestamp()`;

/** Derived from the order: while it holds the seats they are counted there, afterwards here again. */
export const isInOrder = sql<boolean>`exists (
  select from orders where orders.id = waitlist_entries.order_id
    and (orders.seat_hold is distinct from 'released' or orders.booking in ('booked', 'ordered', 'dropped')))`;

/** An offer by its token, or by the order that had its seats. */
export type OfferOf = { token: string } | { orderId: string };

/**
 * @returns how many of the batch's offered seats are the requester's; 0 if the offer is over or its seats are in an
 *   order
 */
export async function ownOfferedSeats(
  database: Kysely<Database> | Transaction<Database>,
  batchId: number,
  of: OfferOf,
): Promise<number> {
  const row = await database
    .selectFrom('waitlist_entries')
    .select('seats')
    .where('batch_id', '=', String(batchId))
    .where('token' in of ? 'token' : 'order_id', '=', 'token' in of ? of.token : of.orderId)
    .where(isOpen)
    .where(sql<boolean>`not ${isInOrder}`)
    .executeTakeFirst();
  return row?.seats ?? 0;
}

/** Links an offer to the order that holds its seats, in that order's transaction, which has locked the batch. */
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
    .where('batch_id', '=', String(batchId))
    .where(isOpen)
    .where(sql<boolean>`not ${isInOrder}`)
    .execute();
}
