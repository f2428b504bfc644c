import type { Dispute, Order, Payment, Refund } from './entities.ts';
import { RazorpayError } from './errors.ts';
import type { Page } from './schemas.ts';
import type { WebhookMode } from './webhook-sender.ts';

export interface OrderRecord {
  order: Order;
  /** Whether an authorised payment is captured without being asked. */
  capturesAutomatically: boolean;
}

export interface PaymentRecord {
  payment: Payment;
  /** How the events of this payment are delivered, later captures and refunds included. */
  webhook: WebhookMode;
}

export type RazorpayStore = ReturnType<typeof createRazorpayStore>;

/** All that the stand-in knows, in memory and in the order of creation. */
export function createRazorpayStore() {
  const orders = new Map<string, OrderRecord>();
  const payments = new Map<string, PaymentRecord>();
  const refunds = new Map<string, Refund>();
  const disputes = new Map<string, Dispute>();
  /** Key of an idempotent refund → the body it came with and the refund it made. */
  const refundKeys = new Map<string, { body: string; refundId: string }>();

  function found<T>(entry: T | undefined): T {
    if (!entry) throw new RazorpayError('The id provided does not exist');
    return entry;
  }

  return {
    orders,
    payments,
    refunds,
    disputes,
    refundKeys,
    /** What may be given back before the account runs dry; null: any amount. */
    balancePaise: null as number | null,
    /** Keys of refunds that are being made at this moment. */
    refundsRunning: new Set<string>(),
    order: (id: string): OrderRecord => found(orders.get(id)),
    payment: (id: string): PaymentRecord => found(payments.get(id)),
    refund: (id: string): Refund => found(refunds.get(id)),
    dispute: (id: string): Dispute => found(disputes.get(id)),
    paymentsOf: (orderId: string): Payment[] =>
      [...payments.values()].map(({ payment }) => payment).filter(({ order_id }) => order_id === orderId),
    refundsOf: (paymentId: string): Refund[] =>
      [...refunds.values()].filter(({ payment_id }) => payment_id === paymentId),
    clear(): void {
      for (const kind of [orders, payments, refunds, disputes, refundKeys]) kind.clear();
      this.refundsRunning.clear();
      this.balancePaise = null;
    },
  };
}

/** One page of a list in Razorpay's form, newest first; `from` and `to` include their second. */
export function collection<T extends { created_at: number }>(entries: T[], page: Page) {
  const items = entries
    .filter(({ created_at }) => created_at >= (page.from ?? 0) && created_at <= (page.to ?? Infinity))
    .toReversed()
    .slice(page.skip, page.skip + page.count);
  return { entity: 'collection' as const, count: items.length, items };
}
