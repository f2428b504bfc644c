import { nowSeconds, randomBase62 } from '../identifiers.ts';
import type { Dispute, Order, Payment, Refund } from './entities.ts';

export interface WebhookEvent {
  /** Goes in `x-razorpay-event-id`; the same on every delivery of the event. */
  id: string;
  name: string;
  /** The body as bytes will be sent: a snapshot of the entities when it happened. */
  body: string;
}

interface Entities {
  payment: Payment;
  order?: Order;
  refund?: Refund;
  dispute?: Dispute;
}

const accountId = 'acc_MeridianSndbx1';

function event(name: string, entities: Entities, contains: (keyof Entities)[]): WebhookEvent {
  const payload = Object.fromEntries(contains.map((kind) => [kind, { entity: entities[kind] }]));
  const body = {
    entity: 'event',
    account_id: accountId,
    event: name,
    contains,
    payload,
    created_at: nowSeconds(),
  };
  return { id: randomBase62(14), name, body: JSON.stringify(body) };
}

/** The event of a payment that reached the state `authorized`, `captured` or `failed`. */
export function paymentEvent(payment: Payment): WebhookEvent {
  return event(`payment.${payment.status}`, { payment }, ['payment']);
}

/** The event of an order whose first payment was captured. */
export function orderPaidEvent(payment: Payment, order: Order): WebhookEvent {
  return event('order.paid', { payment, order }, ['payment', 'order']);
}

/** An event of a refund, with its payment as it stands then. */
export function refundEvent(
  name: 'created' | 'processed' | 'failed' | 'speed_changed',
  refund: Refund,
  payment: Payment,
): WebhookEvent {
  return event(`refund.${name}`, { refund, payment }, ['refund', 'payment']);
}

/** An event of a dispute: `created`, `action_required`, `under_review`, `won`, `lost` or `closed`. */
export function disputeEvent(name: string, dispute: Dispute, payment: Payment): WebhookEvent {
  return event(`payment.dispute.${name}`, { payment, dispute }, ['payment', 'dispute']);
}
