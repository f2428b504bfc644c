/**
 * The use of a coupon. It is reserved with the order, redeemed with the payment, and released if the order
 * ends unpaid.
 */
import type { Transaction } from 'kysely';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Coupon } from './coupon.ts';
import { recountCoupon } from './coupon-queries.ts';
import { couponApplies, type Purchase } from './coupon-rules.ts';

/** Serialises reservations of a limited coupon. */
async function lockUses(transaction: Transaction<Database>, coupon: Coupon): Promise<void> {
  if (coupon.maxUses === null && coupon.maxUsesPerEmail === null) return;
  await transaction.selectFrom('coupons').select('id').where('id', '=', coupon.id).forUpdate().execute();
}

export interface Reservation {
  coupon: Coupon;
  purchase: Purchase;
  email: string;
  /** The payer's `senderKey`. */
  address: string | null;
}

/**
 * Locks the coupon's uses until the transaction ends, and checks that one is available. Call
 * `insertReservation` in the same transaction after inserting the order.
 *
 * @returns false if no use is available
 */
export async function claimUse(
  transaction: Transaction<Database>,
  { coupon, purchase, email, address }: Reservation,
  now: Date,
): Promise<boolean> {
  await lockUses(transaction, coupon);
  // A separate statement, because the snapshot of the first statement was taken before the lock was granted.
  const current = await recountCoupon(transaction, coupon.id, { email, address });
  return current !== undefined && couponApplies(current.coupon, purchase, current.uses, now);
}

export async function insertReservation(
  transaction: Transaction<Database>,
  { coupon, address }: Pick<Reservation, 'coupon' | 'address'>,
  orderId: string,
): Promise<void> {
  await transaction
    .insertInto('coupon_uses')
    .values({
      order_id: orderId,
      coupon_id: coupon.id,
      state: 'reserved',
      reserved_from: address,
      reserved_at: databaseNow,
      updated_at: databaseNow,
    })
    .execute();
}

/**
 * Redeems the use of a paid order, even if it was released before: the payer saw and paid the discounted
 * price. Another order may have reserved the released use meanwhile, so the coupon can exceed its limit.
 *
 * @returns true if the use had been released
 */
export async function redeemUse(transaction: Transaction<Database>, orderId: string): Promise<boolean> {
  const use = await transaction
    .selectFrom('coupon_uses')
    .select('state')
    .where('order_id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();
  if (!use || use.state === 'redeemed') return false;
  await transaction
    .updateTable('coupon_uses')
    .set({ state: 'redeemed', reserved_from: null, updated_at: databaseNow })
    .where('order_id', '=', orderId)
    .execute();
  return use.state === 'released';
}

/** Releases the use of an order that ended unpaid. The caller has locked the order. */
export async function releaseUse(transaction: Transaction<Database>, orderId: string): Promise<void> {
  await transaction
    .updateTable('coupon_uses')
    .set({ state: 'released', reserved_from: null, updated_at: databaseNow })
    .where('order_id', '=', orderId)
    .where('state', '=', 'reserved')
    .execute();
}
