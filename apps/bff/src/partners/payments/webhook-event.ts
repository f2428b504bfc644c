/** Webhook events in provider-independent form: at least once, unordered, snapshots of the past. */
import type { ProviderDispute, ProviderPayment, ProviderRefund } from './entities.ts';

/** The payment of an event, from its payload. */
export type ReportedPayment = Pick<ProviderPayment, 'id' | 'amountPaise' | 'currency' | 'captured'> & {
  orderId: string;
  /** Status in the provider's terms. */
  status: string;
};

export type PaymentReport = { payment: ReportedPayment } & (
  | {
      kind: 'payment_tried';
      /** Waiting for capture. */
      authorized: boolean;
    }
  | { kind: 'payment_captured' }
  | {
      kind: 'refund';
      refund: ProviderRefund;
      /** Recorded in the order's history under this name, even without a change. */
      recordAs?: string;
    }
  | { kind: 'dispute'; dispute: ProviderDispute }
);

export interface WebhookEvent {
  /** Event id, constant across deliveries. */
  id: string;
  /** Event name of the provider. */
  name: string;
  /** Null for ignored events. */
  report: PaymentReport | null;
}

export interface WebhookCall {
  rawBody: Uint8Array;
  /** In lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** `forged`: invalid signature; `unreadable`: validly signed, but a retry would change nothing. */
export type WebhookReading =
  | { kind: 'event'; event: WebhookEvent }
  | { kind: 'forged' }
  | { kind: 'unreadable' };
