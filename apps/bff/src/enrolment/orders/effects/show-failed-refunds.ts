import { caseDescriptions } from '../cases/case-kinds.ts';
import { openFoundCase } from '../cases/case-store.ts';
import type { OrderEffect } from './order-effect.ts';

/**
 * Opens a case for a failed refund that was made in the payment provider's dashboard. Nothing is owed, but an
 * operator meant to refund.
 */
export const showFailedRefunds: OrderEffect = async (transaction, { order, before, after }) => {
  for (const [paymentId, { role, refunds }] of Object.entries(after.payments))
    for (const [id, { ours, state }] of Object.entries(refunds)) {
      if (role !== 'pays' || ours || state !== 'failed') continue;
      if (before.payments[paymentId]?.refunds[id]?.state === 'failed') continue;
      await openFoundCase(transaction, {
        kind: 'dashboard_refund_failed',
        subject: id,
        orderId: order.id,
        reason: caseDescriptions.dashboard_refund_failed,
      });
    }
};
