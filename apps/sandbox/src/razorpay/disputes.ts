/** Disputes (chargebacks). */
import { nowSeconds, randomBase62 } from '../identifiers.ts';
import type { Dispute, disputeStatuses } from './entities.ts';
import { RazorpayError } from './errors.ts';
import { disputeEvent } from './events.ts';
import type { RazorpayStore } from './store.ts';
import type { WebhookSender } from './webhook-sender.ts';

const weekSeconds = 7 * 24 * 60 * 60;

interface DisputeStep {
  dispute_id?: string | undefined;
  payment_id?: string | undefined;
  amount?: number | undefined;
  status: (typeof disputeStatuses)[number];
}

/**
 * Creates a function that opens a dispute of a captured payment or updates a dispute, and sends the webhook.
 */
export function createDispute(store: RazorpayStore, webhooks: WebhookSender) {
  function opened(paymentId: string, amount: number | undefined): Dispute {
    const { payment } = store.payment(paymentId);
    if (!payment.captured) throw new RazorpayError('Only captured payments can be disputed');
    const dispute: Dispute = {
      id: `disp_${randomBase62(14)}`,
      entity: 'dispute',
      payment_id: paymentId,
      amount: amount ?? payment.amount,
      currency: payment.currency,
      amount_deducted: 0,
      reason_code: 'goods_or_services_not_received_or_partially_received',
      respond_by: nowSeconds() + weekSeconds,
      status: 'open',
      phase: 'chargeback',
      created_at: nowSeconds(),
    };
    store.disputes.set(dispute.id, dispute);
    return dispute;
  }

  return function dispute(requested: DisputeStep): Dispute {
    const { dispute_id: disputeId, payment_id: paymentId, amount, status } = requested;
    const found = disputeId === undefined ? opened(paymentId ?? '', amount) : store.dispute(disputeId);
    found.status = status === 'created' || status === 'action_required' ? 'open' : status;
    if (status === 'lost') found.amount_deducted = found.amount;
    const { payment, webhook } = store.payment(found.payment_id);
    webhooks.send([disputeEvent(status, found, payment)], webhook);
    return found;
  };
}
