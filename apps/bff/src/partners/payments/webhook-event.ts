/**
 * Webhook events independent of the provider. They are delivered at least once and in any order, and their
 * data is a snapshot of the past.
 */
import type { ProviderDispute, ProviderPayment, ProviderRefund } from './entities.ts';

/** The payment in the payload of an event. */
export type ReportedPayment = Pick<ProviderPayment, 'id' | 'amountPaise' | 'currency' | 'captured'> & {
  orderId: string;
  /** Status in the provider's terms. */
  status: string;
};

export type PaymentReport = { payment: ReportedPayment } & (
  | {
      kind: 'payment_tried';
      /** True if the payment waits for capture. */
      authorized: boolean;
    }
  | { kind: 'payment_captured' }
  | {
      kind: 'refund';
      refund: ProviderRefund;
      /** Name under which the event is recorded in the order's history, even without a change. */
      recordAs?: string;
    }
  | { kind: 'dispute'; dispute: ProviderDispute }
);

export interface WebhookEvent {
  /** Event id, the same in each delivery. */
  id: string;
  /** Event name of the provider. */
  name: string;
  /** Null for ignored events. */
  report: PaymentReport | null;
}

export interface WebhookCall {
  rawBody: Uint8Array;
  /** Header names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * `forged`: the signature is invalid. `unreadable`: the signature is valid, but the body is not, and a retry
 * would not change that.
 */
export type WebhookReading =
  | { kind: 'event'; event: WebhookEvent }
  | { kind: 'forged' }
  | { kind: 'unreadable' };
