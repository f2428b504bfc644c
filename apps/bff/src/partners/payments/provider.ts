/** Interface of a payment provider; each provider has a subfolder. */
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

/** The provider's API. Every method throws a `RemoteError` if there is no usable answer. */
export interface PaymentApi {
  /**
   * Sends the request once. `createOrderOnce` makes it idempotent.
   * @param options.afterRefusal true if a first attempt was refused: omits fields that not every account
   * supports
   */
  createOrder(order: OrderRequest, options?: { afterRefusal?: boolean }): Promise<ProviderOrder>;
  findOrders(receipt: string): Promise<ProviderOrder[]>;
  /** @returns the fields that identify the order */
  fetchOrder(orderId: string): Promise<OrderOrigin>;
  fetchPayment(paymentId: string): Promise<ProviderPayment>;
  paymentsOfOrder(orderId: string): Promise<Page<ProviderPayment>>;
  /** @returns the updated payment */
  capture(payment: ProviderPayment): Promise<ProviderPayment>;
  /** Refunds part of a payment. @param requestId our idempotency key */
  refund(paymentId: string, amountPaise: number, requestId: string): Promise<ProviderRefund>;
  /** Refunds of a payment, newest first, one page. */
  refundsOfPayment(paymentId: string): Promise<Page<ProviderRefund>>;
  /**
   * Payments of the account, newest first, one page. @param fromSeconds Unix time @param skip items before
   * the page
   */
  recentPayments(fromSeconds: number, skip: number): Promise<Page<ProviderPayment>>;
  /** Refunds of the account, newest first, one page. */
  recentRefunds(fromSeconds: number, skip: number): Promise<Page<ProviderRefund>>;
  /** Disputes of any age, newest first, one page. */
  recentDisputes(skip: number): Promise<Page<ProviderDispute>>;
  /** Transactions of the account, if the provider has an API for them. */
  readonly account?: AccountApi;
}

/** A payment reported by the browser, with the provider's ids. */
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
  /** Name of the party that receives the payment. */
  title: string;
  description: string;
  payer: { name: string; email: string; phoneNumber: string };
  /** URLs to which the browser returns. */
  callbackUrl: string;
  cancelUrl: string;
}

/** A form that the browser posts to the provider. */
export interface HostedPayment {
  address: string;
  fields: Readonly<Record<string, string>>;
}

export interface PaymentProvider extends PaymentApi {
  /** Used in URLs: `/api/webhooks/<name>`. */
  readonly name: string;
  /** Display name. */
  readonly title: string;
  /** Data with which a browser opens the payment dialog. */
  readonly browser: {
    /** Public key id of our account. */
    publicKey: string;
    /** URL of the dialog's script. */
    scriptUrl: string;
  };
  /** @returns the form that opens the provider's own page, for browsers without scripts */
  hosted(request: HostedRequest): HostedPayment;
  /** True if the text has the format of the provider's ids. Other texts are not logged. */
  isId(kind: 'order' | 'payment', text: string | undefined): boolean;
  /** True if a refund was refused because the balance of the account is too low. */
  isMoneyShort(reason: string): boolean;
  /** Verifies the signature of a payment claim. */
  claimMatches(claim: PaymentClaim, signature: string): boolean;
  /**
   * Header of the webhook signature, in lower case. Calls without it are refused before their body is read.
   */
  readonly signatureHeader: string;
  /** Verifies and parses a webhook. */
  readWebhook(call: WebhookCall): WebhookReading;
}
