/** Provider-independent payments, refunds and disputes. Amounts are integer paise. */

export interface OrderRequest {
  amountPaise: number;
  /** Our order id: unique at the provider, at most 40 characters. */
  receipt: string;
  /** Shown in the provider's dashboard; also identifies our orders. */
  notes: Record<string, string>;
}

export interface ProviderOrder {
  id: string;
  amountPaise: number;
}

/** Fields by which our orders are recognised. */
export interface OrderOrigin {
  receipt: string | null;
  notes: Record<string, unknown>;
}

export interface ProviderPayment {
  id: string;
  /** Null for a payment without an order. */
  orderId: string | null;
  amountPaise: number;
  currency: string;
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';
  /** False if the payment is only authorized, even if it is voided later; null if unknown. */
  captured: boolean | null;
  refundedPaise: number;
}

export interface ProviderRefund {
  id: string;
  paymentId: string;
  amountPaise: number;
  state: 'pending' | 'processed' | 'failed';
  /** Our refund id, if our software requested the refund. */
  requestId: string | null;
}

export interface ProviderDispute {
  id: string;
  paymentId: string;
  amountPaise: number;
  /** `opened` and `action`: we must respond. `waiting`: the bank decides. null: the event is ignored. */
  phase: 'opened' | 'action' | 'waiting' | 'won' | 'lost' | 'closed' | null;
  /** Amount deducted by the bank; 0 unless the dispute is lost. */
  lostPaise: number;
  /** Event name of the provider. */
  reported: string;
  /** Status in the provider's terms. */
  status: string;
  stage: string | null;
  respondBy: Date | null;
}

/** A list item that does not fit its schema. The other items of the list are still read. */
export interface Unreadable {
  /** Empty if the id is also unreadable. */
  id: string;
  orderId: string | null;
  /** Field names and issue codes; never values. */
  reason: string;
}

export interface Page<Item> {
  items: Item[];
  unreadable: Unreadable[];
  /** Number of items, readable or not. */
  count: number;
}
