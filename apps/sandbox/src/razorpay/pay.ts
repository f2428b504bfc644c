import type { Payment } from './entities.ts';
import { errorEnvelope } from './errors.ts';
import type { WebhookEvent } from './events.ts';
import {
  authorizePayment,
  capturePayment,
  declined,
  failPayment,
  type Payer,
  startPayment,
} from './payments.ts';
import { sign } from './signature.ts';
import type { RazorpayStore } from './store.ts';
import type { WebhookMode, WebhookSender } from './webhook-sender.ts';

export const outcomes = ['captured', 'authorized', 'failed', 'late_authorized'] as const;
export type Outcome = (typeof outcomes)[number];

interface PayRequest {
  orderId: string;
  outcome: Outcome;
  webhook: WebhookMode;
  payer: Payer;
}

export type Pay = ReturnType<typeof createPay>;

/** Simulates a payer: makes a payment with the requested outcome, and sends its webhooks. */
export function createPay(store: RazorpayStore, webhooks: WebhookSender, keySecret: string) {
  function register(request: PayRequest): Payment {
    const { order } = store.order(request.orderId);
    const payment = startPayment(order, request.payer);
    store.payments.set(payment.id, { payment, webhook: request.webhook });
    return payment;
  }

  function play(request: PayRequest): { payment: Payment; events: WebhookEvent[] } {
    const { order } = store.order(request.orderId);
    if (request.outcome === 'late_authorized') {
      const earlier = store.paymentsOf(order.id).findLast(({ status }) => status === 'failed');
      const payment = earlier ?? register(request);
      store.payments.set(payment.id, { payment, webhook: request.webhook });
      const failure = earlier ? [] : failPayment(payment);
      return { payment, events: [...failure, ...authorizePayment(payment)] };
    }
    const payment = register(request);
    if (request.outcome === 'failed') return { payment, events: failPayment(payment) };
    const events = authorizePayment(payment);
    if (request.outcome === 'captured') events.push(...capturePayment(payment, order));
    return { payment, events };
  }

  /**
   * @returns the widget's response to the page: the signed ids, or the object of `payment.failed`
   * @throws RazorpayError for an unknown order
   */
  return function pay(request: PayRequest) {
    const { payment, events } = play(request);
    webhooks.send(events, request.webhook);
    if (payment.status === 'failed') {
      return errorEnvelope(declined, { order_id: payment.order_id, payment_id: payment.id });
    }
    return {
      razorpay_payment_id: payment.id,
      razorpay_order_id: payment.order_id,
      razorpay_signature: sign(`${payment.order_id}|${payment.id}`, keySecret),
    };
  };
}
