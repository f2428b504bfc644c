import { caseDescriptions } from '../cases/case-kinds.ts';
import { openFoundCase } from '../cases/case-store.ts';
import type { OrderEffect } from './order-effect.ts';

/** A refund made in the provider's dashboard failed: nothing is owed, but an operator meant to make it. */
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
