import { fromNow } from '../../../platform/database/clock.ts';
import { awaitsDecision } from '../state/order-facts.ts';
import type { OrderEffect } from './order-effect.ts';

/** How long money waits for an operator's decision before it is refunded automatically. */
const decisionMs = 24 * 60 * 60_000;

/** Sets the deadline of money that starts to wait for a decision, and removes it after the decision. */
export const setRefundDeadlines: OrderEffect = async (transaction, { before, after }) => {
  for (const [paymentId, part] of Object.entries(after.payments)) {
    const known = before.payments[paymentId];
    const waits = awaitsDecision(after, part);
    if (waits === (known !== undefined && awaitsDecision(before, known))) continue;
    await transaction
      .updateTable('order_payments')
      .set({ auto_refund_at: waits ? fromNow(decisionMs) : null })
      .where('payment_id', '=', paymentId)
      .execute();
  }
};
