/** Interface of a payment provider; each has a subfolder. */
import type { AccountApi } from './account.ts';
import type {
  OrderOrigin,
  OrderRequest,
  Page,
  ProviderDispute,
  ProviderOrder,
  ProviderPayment,
  ProviderRefund,
} from './entities.ts';
import type { WebhookCall, WebhookReading } from './webhook-event.ts';

export type * from './account.ts';
export type * from './entities.ts';
export type * from './webhook-event.ts';

/** The provider's API. Every method throws a `RemoteError` without a usable answer. */
export interface PaymentApi {
  /**
   * One attempt; see `createOrderOnce` for idempotence.
   * @param options.afterRefusal a first attempt was refused: omit fields that not every account supports
   */
  createOrder(order: OrderRequest, options?: { afterRefusal?: boolean }): Promise<ProviderOrder>;
  findOrders(receipt: string): Promise<ProviderOrder[]>;
  /** @returns the order's identifying fields */
  fetchOrder(orderId: string): Promise<OrderOrigin>;
  fetchPayment(paymentId: string): Promise<ProviderPayment>;
  paymentsOfOrder(orderId: string): Promise<Page<ProviderPayment>>;
  /** @returns the updated payment */
  capture(payment: ProviderPayment): Promise<ProviderPayment>;
  /** Refunds part of a payment. @param requestId our idempotency key */
  refund(paymentId: string, amountPaise: number, requestId: string): Promise<ProviderRefund>;
  /** Newest first, one page. */
  refundsOfPayment(paymentId: string): Promise<Page<ProviderRefund>>;
  /** Payments of the account, newest first, one page. @param fromSeconds Unix time @param skip items before the page */
  recentPayments(fromSeconds: number, skip: number): Promise<Page<ProviderPayment>>;
  /** Refunds, likewise. */
  recentRefunds(fromSeconds: number, skip: number): Promise<Page<ProviderRefund>>;
  /** Disputes of any age, likewise. */
  recentDisputes(skip: number): Promise<Page<ProviderDispute>>;
  /** The account's books, of a provider that shows them. */
  readonly account?: AccountApi;
}

/** A reported payment, with the provider's ids. */
export interface PaymentClaim {
  orderId: string;
  paymentId: string;
}

/** A payment on the provider's own page. */
export interface HostedRequest {
  /** The provider's id. */
  orderId: string;
  amountPaise: number;
  currency: string;
  /** The party that is paid. */
  title: string;
  description: string;
  payer: { name: string; email: string; phoneNumber: string };
  /** Addresses that the browser comes back to. */
  callbackUrl: string;
  cancelUrl: string;
}

/** A form that the browser POSTs. */
export interface HostedPayment {
  address: string;
  fields: Readonly<Record<string, string>>;
}

export interface PaymentProvider extends PaymentApi {
  /** Used in URLs: `/api/webhooks/<name>`. */
  readonly name: string;
  /** Display name. */
  readonly title: string;
  /** What a browser needs to open the payment dialog. */
  readonly browser: {
    /** Public key id of our account. */
    publicKey: string;
    /** URL of the dialog's script. */
    scriptUrl: string;
  };
  /** @returns the form that leads to the provider's own page, for browsers without scripts */
  hosted(request: HostedRequest): HostedPayment;
  /** True if the text has the format of the provider's ids; nothing else is logged. */
  isId(kind: 'order' | 'payment', text: string | undefined): boolean;
  /** True if the reason of a refused refund is that the account holds too little money. */
  isMoneyShort(reason: string): boolean;
  /** Verifies the signature of a payment claim. */
  claimMatches(claim: PaymentClaim, signature: string): boolean;
  /** Webhook signature header, in lower case; calls without it are refused before their body is read. */
  readonly signatureHeader: string;
  /** Verifies and parses a webhook. */
  readWebhook(call: WebhookCall): WebhookReading;
}
