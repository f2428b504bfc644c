import { nowSeconds, randomBase62 } from '../identifiers.ts';
import type { Dispute, Order, Payment, Refund } from './entities.ts';

export interface WebhookEvent {
  /** Value of `x-razorpay-event-id`. All deliveries of an event have the same id. */
  id: string;
  name: string;
  /** Request body: a snapshot of the entities at the time of the event. */
  body: string;
}

interface Entities {
  payment: Payment;
  order?: Order;
  refund?: Refund;
  dispute?: Dispute;
}

const accountId = 'acc_LocalSandbox01';

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

/** @returns the event of a payment whose status is now `authorized`, `captured` or `failed` */
export function paymentEvent(payment: Payment): WebhookEvent {
  return event(`payment.${payment.status}`, { payment }, ['payment']);
}

/** @returns the event of an order's first captured payment */
export function orderPaidEvent(payment: Payment, order: Order): WebhookEvent {
  return event('order.paid', { payment, order }, ['payment', 'order']);
}

/** @returns an event of a refund, with a snapshot of its payment */
export function refundEvent(
  name: 'created' | 'processed' | 'failed' | 'speed_changed',
  refund: Refund,
  payment: Payment,
): WebhookEvent {
  return event(`refund.${name}`, { refund, payment }, ['refund', 'payment']);
}

/** @returns an event of a dispute: `created`, `action_required`, `under_review`, `won`, `lost` or `closed` */
export function disputeEvent(name: string, dispute: Dispute, payment: Payment): WebhookEvent {
  return event(`payment.dispute.${name}`, { payment, dispute }, ['payment', 'dispute']);
}
