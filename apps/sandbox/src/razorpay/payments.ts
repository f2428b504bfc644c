import { nowSeconds, randomBase62, randomDigits } from '../identifiers.ts';
import type { Order, Payment, PaymentFailure } from './entities.ts';
import { RazorpayError } from './errors.ts';
import { orderPaidEvent, paymentEvent, type WebhookEvent } from './events.ts';

/**
 * Transitions of a payment: created → failed, created or failed → authorized, authorized → captured.
 * `refunds.ts` sets `refunded`. Each transition returns its events.
 */

export interface Payer {
  email: string;
  contact: string;
  description?: string;
}

/** Error of a payment that the sandbox declines. */
export const declined: PaymentFailure = {
  code: 'BAD_REQUEST_ERROR',
  description: 'The payment was declined by the bank. Try again or use another method.',
  source: 'bank',
  step: 'payment_authorization',
  reason: 'payment_failed',
};

/** Creates a payment of the order's full amount, and counts the attempt. */
export function startPayment(order: Order, payer: Payer): Payment {
  order.attempts += 1;
  if (order.status === 'created') order.status = 'attempted';
  return {
    id: `pay_${randomBase62(14)}`,
    entity: 'payment',
    amount: order.amount,
    currency: order.currency,
    status: 'created',
    order_id: order.id,
    invoice_id: null,
    international: false,
    method: 'card',
    amount_refunded: 0,
    refund_status: null,
    captured: false,
    description: payer.description || null,
    card_id: `card_${randomBase62(14)}`,
    bank: null,
    wallet: null,
    vpa: null,
    email: payer.email,
    contact: payer.contact,
    notes: order.notes,
    fee: null,
    tax: null,
    error_code: null,
    error_description: null,
    error_source: null,
    error_step: null,
    error_reason: null,
    acquirer_data: { auth_code: null },
    created_at: nowSeconds(),
  };
}

function setFailure(payment: Payment, failure: PaymentFailure | null): void {
  payment.error_code = failure?.code ?? null;
  payment.error_description = failure?.description ?? null;
  payment.error_source = failure?.source ?? null;
  payment.error_step = failure?.step ?? null;
  payment.error_reason = failure?.reason ?? null;
}

/** created → failed. */
export function failPayment(payment: Payment): WebhookEvent[] {
  payment.status = 'failed';
  setFailure(payment, declined);
  return [paymentEvent(payment)];
}

/** created → authorized, or failed → authorized (late authorisation). */
export function authorizePayment(payment: Payment): WebhookEvent[] {
  payment.status = 'authorized';
  payment.acquirer_data = { auth_code: randomDigits(6) };
  setFailure(payment, null);
  return [paymentEvent(payment)];
}

/** authorized → captured. The first captured payment makes the order paid. Fee: 2 % plus 18 % GST. */
export function capturePayment(payment: Payment, order: Order): WebhookEvent[] {
  const feePaise = Math.round(payment.amount * 0.02);
  payment.status = 'captured';
  payment.captured = true;
  payment.tax = Math.round(feePaise * 0.18);
  payment.fee = feePaise + payment.tax;
  const events = [paymentEvent(payment)];
  if (order.status !== 'paid') {
    order.status = 'paid';
    order.amount_paid = payment.amount;
    order.amount_due = 0;
    events.push(orderPaidEvent(payment, order));
  }
  return events;
}

/**
 * Checks whether the payment can be captured.
 * @throws RazorpayError if the payment is not authorised, the order is already paid, or amount or currency
 *   differ
 */
export function assertCapturable(
  payment: Payment,
  order: Order,
  requested: { amount: number; currency: string },
): void {
  if (payment.captured) throw new RazorpayError('This payment has already been captured');
  if (payment.status !== 'authorized') {
    throw new RazorpayError('Only payments which have been authorized and not yet captured can be captured');
  }
  if (requested.amount !== payment.amount) {
    throw new RazorpayError('Capture amount must be equal to the amount authorized', { field: 'amount' });
  }
  if (requested.currency !== payment.currency) {
    throw new RazorpayError('Payment currency does not match the currency asked for', { field: 'currency' });
  }
  if (order.status === 'paid') throw new RazorpayError('Payment already done for this order.');
}
