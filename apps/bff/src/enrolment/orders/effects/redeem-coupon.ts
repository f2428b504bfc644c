import { redeemUse } from '../../coupons/coupon-uses.ts';
import { payingPayment } from '../state/order-facts.ts';
import { recordInHistory } from '../store/order-history.ts';
import type { OrderEffect } from './order-effect.ts';

/**
 * Redeems the coupon of a paid order. If the use was released before the payment, another order may have got
 * it, so the coupon can exceed its limit; the history says so (`coupon_used_late`).
 */
export const redeemCoupon: OrderEffect = async (transaction, { order, before, after, state, change }) => {
  if (order.couponCode === null) return;
  if (payingPayment(before) !== null || payingPayment(after) === null) return;
  if (!(await redeemUse(transaction, order.id))) return;
  await recordInHistory(transaction, [{ id: order.id, state }], {
    source: change.source,
    event: 'coupon_used_late',
  });
};
