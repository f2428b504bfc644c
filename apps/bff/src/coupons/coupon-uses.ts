/** What becomes of a coupon's use: reserved with the order, redeemed with the payment, released where it ends unpaid. */
import type { Transaction } from 'kysely';
import { databaseNow } from '../database/clock.ts';
import type { Database } from '../database/database.ts';
import type { Coupon } from './coupon.ts';
import { recountCoupon } from './coupon-queries.ts';
import { couponFault, type Purchase } from './coupon-rules.ts';

/** Whoever reserves a use of a coupon that limits them comes through here, one after the other. */
async function lockUses(transaction: Transaction<Database>, coupon: Coupon): Promise<void> {
  if (coupon.maxUses === null && coupon.maxUsesPerEmail === null) return;
  await transaction.selectFrom('coupons').select('id').where('id', '=', coupon.id).forUpdate().execute();
}

export interface Reservation {
  coupon: Coupon;
  purchase: Purchase;
  email: string;
}

/**
 * Makes certain, until the transaction ends, that a use of the coupon is to be had. To be followed in the same
 * transaction by `noteReservation`, once its order is there.
 *
 * @returns why it is not, in a sentence for the buyer
 */
export async function claimUse(
  transaction: Transaction<Database>,
  { coupon, purchase, email }: Reservation,
  now: Date,
): Promise<string | undefined> {
  await lockUses(transaction, coupon);
  // A statement of its own: the first one's view is from before the wait for the lock.
  const current = await recountCoupon(transaction, coupon.id, { email });
  if (!current) return 'This coupon has ended.';
  return couponFault(current.coupon, purchase, current.uses, now);
}

export async function noteReservation(
  transaction: Transaction<Database>,
  coupon: Coupon,
  orderId: string,
): Promise<void> {
  await transaction
    .insertInto('coupon_uses')
    .values({
      ...{ order_id: orderId, coupon_id: coupon.id, state: 'reserved' },
      ...{ reserved_at: databaseNow, updated_at: databaseNow },
    })
    .execute();
}

/**
 * The order is paid. Also where its use was released before: its payer was shown the price and paid it, and the last
 * use may then have gone to two.
 *
 * @returns true where the use had been released
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
    .set({ state: 'redeemed', updated_at: databaseNow })
    .where('order_id', '=', orderId)
    .execute();
  return use.state === 'released';
}

/** The order ended unpaid: somebody else may use the coupon. The caller holds the order's lock. */
export async function releaseUse(transaction: Transaction<Database>, orderId: string): Promise<void> {
  await transaction
    .updateTable('coupon_uses')
    .set({ state: 'released', updated_at: databaseNow })
    .where('order_id', '=', orderId)
    .where('state', '=', 'reserved')
    .execute();
}
