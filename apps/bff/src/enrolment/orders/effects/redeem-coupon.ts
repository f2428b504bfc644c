import { redeemUse } from '../../coupons/coupon-uses.ts';
import { payingPayment } from '../state/order-facts.ts';
import { recordInHistory } from '../store/order-history.ts';
import type { OrderEffect } from './order-effect.ts';

/**
 * Redeems the coupon of a paid order. If the use was released before the payment, another order may have
 * reserved it, so the coupon can exceed its limit. The order's history then has the event `coupon_used_late`.
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
