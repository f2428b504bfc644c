/** Refunds. A refund is pending until the control endpoint sets it to processed or failed. */
import { nowSeconds, randomBase62, randomDigits } from '../identifiers.ts';
import type { Payment, Refund } from './entities.ts';
import { RazorpayError } from './errors.ts';
import { refundEvent, type WebhookEvent } from './events.ts';
import type { RazorpayStore } from './store.ts';
import type { WebhookSender } from './webhook-sender.ts';

interface RefundRequest {
  amount?: number | undefined;
  speed: Refund['speed_requested'];
  notes: Refund['notes'];
  receipt?: string | null | undefined;
}

/**
 * Adds to the refunded amount of a payment. A refund counts when it starts, and is subtracted if it fails.
 */
function addRefunded(payment: Payment, paise: number): void {
  payment.amount_refunded += paise;
  const whole = payment.amount_refunded >= payment.amount;
  payment.refund_status = whole ? 'full' : payment.amount_refunded > 0 ? 'partial' : null;
  if (whole) payment.status = 'refunded';
  else if (payment.status === 'refunded') payment.status = payment.captured ? 'captured' : 'authorized';
}

function startRefund(store: RazorpayStore, payment: Payment, requested: RefundRequest): Refund {
  const leftPaise = payment.amount - payment.amount_refunded;
  const amount = requested.amount ?? leftPaise;
  if (amount > leftPaise || amount <= 0) {
    throw new RazorpayError('The total refund amount is greater than the refund payment amount', {
      field: 'amount',
    });
  }
  const refund: Refund = {
    id: `rfnd_${randomBase62(14)}`,
    entity: 'refund',
    amount,
    currency: payment.currency,
    payment_id: payment.id,
    notes: requested.notes,
    receipt: requested.receipt ?? null,
    acquirer_data: { arn: null },
    created_at: nowSeconds(),
    batch_id: null,
    status: 'pending',
    speed_processed: 'normal',
    speed_requested: requested.speed,
  };
  addRefunded(payment, amount);
  store.refunds.set(refund.id, refund);
  return refund;
}

/**
 * Refunds `amount` paise; by default, the amount of the payment that is not refunded yet.
 * @throws RazorpayError if the payment is not captured, or the amount exceeds the rest or the account's
 *   balance
 */
export function refundPayment(
  store: RazorpayStore,
  payment: Payment,
  requested: RefundRequest,
): { refund: Refund; events: WebhookEvent[] } {
  if (payment.status === 'refunded') throw new RazorpayError('The payment has been fully refunded already');
  if (!payment.captured)
    throw new RazorpayError('The payment status should be captured for action to be taken');
  const amount = requested.amount ?? payment.amount - payment.amount_refunded;
  if (store.balancePaise !== null && amount > store.balancePaise)
    throw new RazorpayError('Your account does not have enough balance to carry out the refund operation.');
  const refund = startRefund(store, payment, requested);
  if (store.balancePaise !== null) store.balancePaise -= refund.amount;
  return { refund, events: [refundEvent('created', refund, payment)] };
}

interface Settlement {
  refund_id?: string | undefined;
  payment_id?: string | undefined;
  amount?: number | undefined;
  outcome: 'pending' | 'processed' | 'failed' | 'speed_changed';
}

/**
 * Makes a refund as an operator does in the dashboard, or as Razorpay does for a payment that was not
 * captured.
 */
function madeElsewhere(store: RazorpayStore, paymentId: string, amount: number | undefined) {
  const { payment } = store.payment(paymentId);
  if (payment.status !== 'captured' && payment.status !== 'authorized')
    throw new RazorpayError('Only payments that are authorized or captured can be refunded');
  const refund = startRefund(store, payment, { amount, speed: 'normal', notes: [] });
  return { payment, refund, events: [refundEvent('created', refund, payment)] };
}

/**
 * Creates a function that sets the outcome of a refund, and sends its webhooks. With a payment id it makes
 * the refund first.
 * @throws RazorpayError if the refund is already processed or failed, or if it cannot be made
 */
export function createFinishRefund(store: RazorpayStore, webhooks: WebhookSender) {
  function found({ refund_id: refundId, payment_id: paymentId, amount }: Settlement) {
    if (refundId === undefined) return madeElsewhere(store, paymentId ?? '', amount);
    const refund = store.refund(refundId);
    if (refund.status !== 'pending') throw new RazorpayError(`The refund is already ${refund.status}`);
    return { refund, payment: store.payment(refund.payment_id).payment, events: [] };
  }

  return function finishRefund(requested: Settlement): Refund {
    const { refund, payment, events } = found(requested);
    const { outcome } = requested;
    if (outcome === 'failed') addRefunded(payment, -refund.amount);
    if (outcome === 'processed') refund.acquirer_data = { arn: randomDigits(20) };
    if (outcome === 'speed_changed') refund.speed_processed = 'instant';
    else refund.status = outcome;
    const told = outcome === 'pending' ? [] : [refundEvent(outcome, refund, payment)];
    webhooks.send([...events, ...told], store.payment(payment.id).webhook);
    return refund;
  };
}
