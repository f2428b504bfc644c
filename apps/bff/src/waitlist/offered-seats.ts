/** Seats that are offered to the waiting list: nobody else gets them until the offer ends, by `taken_seats`. */
import { type Kysely, sql, type Transaction } from 'kysely';
import { databaseNow } from '../database/clock.ts';
import type { Database } from '../database/database.ts';

/** Not by `now()`: whoever waited for a batch's lock began before. */
const isOpen = sql<boolean>`waitlist_entries.state = 'offered'
  and waitlist_entries.offer_ends_at > clock_timestamp()`;

/** Read off the order: its seats count there as long as it has them, and here again once it has not. */
export const isInOrder = sql<boolean>`exists (
  select from orders where orders.id = waitlist_entries.order_id
    and (orders.seat_hold is distinct from 'released' or orders.booking in ('booked', 'ordered', 'dropped')))`;

/** An offer by its token, or by the order that had its seats. */
export type OfferOf = { token: string } | { orderId: string };

/** @returns how many of the batch's offered seats are the asker's; 0 where the offer is over or its seats are in an order */
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

/** Notes the order that has the seats of an offer from now on, in its transaction, which has locked the batch. */
export async function noteOrderOfOffer(
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
