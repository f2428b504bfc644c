/** What a webhook tells, in our words. Events come at least once, in any order, and are snapshots of the past. */
import type { ProviderDispute, ProviderPayment, ProviderRefund } from './entities.ts';

/** The payment that an event is about, as it was told beside it. */
export type ReportedPayment = Pick<ProviderPayment, 'id' | 'amountPaise' | 'currency' | 'captured'> & {
  orderId: string;
  /** In the provider's word. */
  status: string;
};

export type PaymentReport = { payment: ReportedPayment } & (
  | {
      kind: 'payment_tried';
      /** It waits to be captured. */
      authorized: boolean;
    }
  | { kind: 'payment_captured' }
  | {
      kind: 'refund';
      refund: ProviderRefund;
      /** Belongs into the order's history also where it changes nothing, under this name. */
      recordAs?: string;
    }
  | { kind: 'dispute'; dispute: ProviderDispute }
);

export interface WebhookEvent {
  /** The same for every delivery of the event. */
  id: string;
  /** The provider's name of it. */
  name: string;
  /** Null for what means nothing here. */
  report: PaymentReport | null;
}

export interface WebhookCall {
  rawBody: Uint8Array;
  /** In lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** `forged`: its signature does not match; `unreadable`: rightly signed, and sending it again would change nothing. */
export type WebhookReading =
  | { kind: 'event'; event: WebhookEvent }
  | { kind: 'forged' }
  | { kind: 'unreadable' };
