import type { Dispute, Order, Payment, Refund, SettlementEntry } from './entities.ts';
import { RazorpayError } from './errors.ts';
import type { Page } from './schemas.ts';
import type { WebhookMode } from './webhook-sender.ts';

export interface OrderRecord {
  order: Order;
  /** True if authorised payments are captured automatically. */
  capturesAutomatically: boolean;
}

export interface PaymentRecord {
  payment: Payment;
  /**
   * Delivery mode of the webhooks of this payment, including those of later captures, refunds and disputes.
   */
  webhook: WebhookMode;
}

export type RazorpayStore = ReturnType<typeof createRazorpayStore>;

/** Creates the state in memory. Maps are in order of creation. */
export function createRazorpayStore() {
  const orders = new Map<string, OrderRecord>();
  const payments = new Map<string, PaymentRecord>();
  const refunds = new Map<string, Refund>();
  const disputes = new Map<string, Dispute>();
  /** Settled entries, in the order of settlement. */
  const settled: SettlementEntry[] = [];
  /** Request body and refund id by the refund's idempotency key. */
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
    settled,
    refundKeys,
    /** Balance available for refunds, in paise; null for unlimited. */
    balancePaise: null as number | null,
    /** Idempotency keys of refunds in progress. */
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
      settled.length = 0;
      this.refundsRunning.clear();
      this.balancePaise = null;
    },
  };
}

/** @returns one page of a list, newest first; `from` and `to` are Unix seconds, both inclusive */
export function collection<T extends { created_at: number }>(entries: T[], page: Page) {
  const items = entries
    .filter(({ created_at }) => created_at >= (page.from ?? 0) && created_at <= (page.to ?? Infinity))
    .toReversed()
    .slice(page.skip, page.skip + page.count);
  return { entity: 'collection' as const, count: items.length, items };
}
