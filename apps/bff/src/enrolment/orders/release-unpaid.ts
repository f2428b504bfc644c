/** Releases the seats and the coupon use of an unpaid order, for example if it can no longer be paid. */
import type { Kysely, Transaction } from 'kysely';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import { releaseUse } from '../coupons/coupon-uses.ts';
import type { Order } from './order.ts';
import { lockOrder } from './store/order-queries.ts';

/** @param order locked by the caller; nothing is released if it is paid, or booked without a payment */
export async function releaseLocked(
  transaction: Transaction<Database>,
  order: Order | undefined,
): Promise<void> {
  if (!order || order.paymentId !== null || order.booking !== 'none') return;
  if (order.seatHold === 'held')
    await transaction
      .updateTable('orders')
      .set({ seat_hold: 'released', updated_at: databaseNow })
      .where('id', '=', order.id)
      .execute();
  if (order.couponCode !== null) await releaseUse(transaction, order.id);
}

/**
 * Releases the held seats and the coupon of an unpaid order. Call it when the order can no longer be paid, or
 * when the payment provider has answered that it has no payment for the order.
 */
export async function releaseUnpaid(database: Kysely<Database>, orderId: string): Promise<void> {
  await transact(database, async (transaction) => {
    await releaseLocked(transaction, await lockOrder(transaction, 'id', orderId));
  });
}
