import { databaseNow } from '../../../platform/database/clock.ts';
import { redeemUse } from '../../coupons/coupon-uses.ts';
import { payingPayment } from '../state/order-facts.ts';
import type { OrderEffect } from './order-effect.ts';

/** Redeems the coupon of a paid order; if its use was released meanwhile, the last use may have been given twice. */
export const redeemCoupon: OrderEffect = async (transaction, { order, before, after, state, change }) => {
  if (order.couponCode === null) return;
  if (payingPayment(before) !== null || payingPayment(after) === null) return;
  if (!(await redeemUse(transaction, order.id))) return;
  await transaction
    .insertInto('order_events')
    .values({
      order_id: order.id,
      at: databaseNow,
      source: change.source,
      event: 'coupon_used_late',
      state,
      payment_id: null,
      note: null,
    })
    .execute();
};
