/** What the checkout needs of a payment provider, in our words; each provider has a folder beside this file. */
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

export type * from './entities.ts';
export type * from './webhook-event.ts';

/** The provider's API. Every method throws a `RemoteError` where there is no usable answer. */
export interface PaymentApi {
  /**
   * One try; `createOrderOnce` makes sure of a single order.
   *
   * @param options.afterRefusal a first try was refused: leave out what not every account may ask for
   */
  createOrder(order: OrderRequest, options?: { afterRefusal?: boolean }): Promise<ProviderOrder>;
  findOrders(receipt: string): Promise<ProviderOrder[]>;
  /** @returns what tells whose order it is */
  fetchOrder(orderId: string): Promise<OrderOrigin>;
  fetchPayment(paymentId: string): Promise<ProviderPayment>;
  paymentsOfOrder(orderId: string): Promise<Page<ProviderPayment>>;
  /** @returns the payment as it is then */
  capture(payment: ProviderPayment): Promise<ProviderPayment>;
  /** Gives back a part of a payment. @param requestId ours: the same one refunds once, however often it is sent */
  refund(paymentId: string, amountPaise: number, requestId: string): Promise<ProviderRefund>;
  /** Newest first, at most one page. */
  refundsOfPayment(paymentId: string): Promise<Page<ProviderRefund>>;
  /** One page, newest first, of the whole account. @param fromSeconds Unix time @param skip items before the page */
  recentPayments(fromSeconds: number, skip: number): Promise<Page<ProviderPayment>>;
  /** The same of refunds. */
  recentRefunds(fromSeconds: number, skip: number): Promise<Page<ProviderRefund>>;
  /** The same of disputes, of whatever time. */
  recentDisputes(skip: number): Promise<Page<ProviderDispute>>;
}

/** A payment that somebody tells of, with the provider's ids. */
export interface PaymentClaim {
  orderId: string;
  paymentId: string;
}

export interface PaymentProvider extends PaymentApi {
  /** In addresses: webhooks come in at `/api/webhooks/<name>`. */
  readonly name: string;
  /** In sentences for people. */
  readonly title: string;
  /** What a browser needs to open the provider's payment dialog. */
  readonly browser: {
    /** Public id of our account. */
    publicKey: string;
    /** The dialog's script. */
    scriptUrl: string;
  };
  /** True for what has the form of the provider's ids; anything else is not logged. */
  isId(kind: 'order' | 'payment', text: string | undefined): boolean;
  /** True where the provider, and nobody else, can have made the signature over this payment. */
  claimMatches(claim: PaymentClaim, signature: string): boolean;
  /** Header of a webhook's signature, in lower case: a call without one is refused before its body is read. */
  readonly signatureHeader: string;
  /** Verifies a webhook and reads it. */
  readWebhook(call: WebhookCall): WebhookReading;
}
