/** What an event of Razorpay's means for the order of its payment. */

import { razorpayPayment } from '../../payments/razorpay/shapes.ts';
import type { WebhookEvent, WebhookPayment, WebhookRefund } from '../../payments/razorpay/webhook-shapes.ts';
import type { Order } from '../order/order.ts';
import type { OrderEvent } from '../order/order-events.ts';
import type { Change } from '../order/order-store.ts';
import { disputeChange } from './dispute-reports.ts';
import { refundChange } from './refund-reports.ts';

function paymentChange(name: string, payment: WebhookPayment): Change | null {
  const about = { paymentId: payment.id, amountPaise: payment.amount, currency: payment.currency };
  const seen = { source: 'webhook' as const, payment: { ...about, status: payment.status } };
  const change = (event: OrderEvent): Change => ({ ...seen, event });
  switch (name) {
    case 'payment.authorized':
    case 'payment.failed':
      return change({ kind: 'payment_tried', paymentId: payment.id });
    case 'payment.captured':
    case 'order.paid':
      return change({ kind: 'payment_captured', ...about });
    default:
      return null;
  }
}

/** The state that an event says; the entity beside it is a snapshot, and may be older or newer than its name. */
function refundOf(name: string, refund: WebhookRefund): WebhookRefund | null {
  switch (name) {
    case 'refund.processed':
      return { ...refund, status: 'processed' };
    case 'refund.failed':
      return { ...refund, status: 'failed' };
    case 'refund.created':
    case 'refund.speed_changed':
      return refund;
    default:
      return null;
  }
}

/**
 * @param order locked by the caller
 * @returns the change that the event means; null where it means nothing here
 */
export function meaningOf(order: Order, event: WebhookEvent): Change | null {
  const { name, payment, refund, dispute } = event;
  if (!payment) return null;
  if (name.startsWith('payment.dispute.')) {
    const about = { id: payment.id, amountPaise: payment.amount, currency: payment.currency };
    return dispute ? disputeChange(name.slice('payment.dispute.'.length), dispute, about, 'webhook') : null;
  }
  if (!name.startsWith('refund.')) return paymentChange(name, payment);
  const told = refund && refundOf(name, refund);
  if (!told || told.payment_id !== payment.id) return null;
  const status = razorpayPayment.shape.status.catch('captured').parse(payment.status);
  const recordAs = name === 'refund.speed_changed' ? 'refund_speed_changed' : undefined;
  return refundChange(
    order,
    told,
    { ...payment, status },
    { fresh: false, source: 'webhook', ...(recordAs && { recordAs }) },
  );
}
