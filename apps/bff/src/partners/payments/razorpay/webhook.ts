import { createHash } from 'node:crypto';
import type { PaymentReport, ReportedPayment, WebhookCall, WebhookReading } from '../provider.ts';
import { disputeOf } from './dispute.ts';
import { paymentStatus } from './shapes.ts';
import { webhookSignatureMatches } from './signatures.ts';
import { parseWebhook, type RazorpayEvent, type RefundEntity } from './webhook-shapes.ts';

export const signatureHeader = 'x-razorpay-signature';

/** Takes the status from the event's name, because the entity is a snapshot that may be older or newer. */
function refundOf(name: string, refund: RefundEntity): RefundEntity | null {
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

function refundReport({ name, refund }: RazorpayEvent, payment: ReportedPayment): PaymentReport | null {
  const reported = refund && refundOf(name, refund);
  if (!reported || reported.payment_id !== payment.id) return null;
  return {
    kind: 'refund',
    payment: { ...payment, status: paymentStatus.catch('captured').parse(payment.status) },
    refund: {
      id: reported.id,
      paymentId: reported.payment_id,
      amountPaise: reported.amount,
      state: reported.status,
      requestId: reported.receipt ?? null,
    },
    ...(name === 'refund.speed_changed' && { recordAs: 'refund_speed_changed' }),
  };
}

const disputeEvents = 'payment.dispute.';

/** @returns null for ignored events, and for payments without an order */
function reportOf(event: RazorpayEvent): PaymentReport | null {
  const { name, dispute } = event;
  if (!event.payment?.order_id) return null;
  const { id, order_id: orderId, amount: amountPaise, currency, status } = event.payment;
  const payment = { id, orderId, amountPaise, currency, status, captured: event.payment.captured ?? null };
  if (name.startsWith('refund.')) return refundReport(event, payment);
  if (name.startsWith(disputeEvents)) {
    const reported = dispute && disputeOf(dispute, id, name.slice(disputeEvents.length));
    return reported && reported.phase !== null ? { kind: 'dispute', payment, dispute: reported } : null;
  }
  switch (name) {
    case 'payment.authorized':
    case 'payment.failed':
      return { kind: 'payment_tried', payment, authorized: name === 'payment.authorized' };
    case 'payment.captured':
    case 'order.paid':
      return { kind: 'payment_captured', payment };
    default:
      return null;
  }
}

function headerOf({ headers }: WebhookCall, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

/** @param secrets webhook secrets: the current one and, during rotation, the previous one */
export function readWebhook(call: WebhookCall, secrets: readonly string[]): WebhookReading {
  const { rawBody } = call;
  if (!webhookSignatureMatches(rawBody, headerOf(call, signatureHeader), secrets)) return { kind: 'forged' };
  const event = parseWebhook(rawBody);
  if (!event) return { kind: 'unreadable' };
  const sentId = headerOf(call, 'x-razorpay-event-id');
  const id = /^[\w.-]{1,100}$/.test(sentId) ? sentId : createHash('sha256').update(rawBody).digest('hex');
  return { kind: 'event', event: { id, name: event.name, report: reportOf(event) } };
}
