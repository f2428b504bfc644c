/** Payments, refunds and disputes as a provider tells them, in our words. Amounts are integer paise. */

export interface OrderRequest {
  amountPaise: number;
  /** Our order id, unique at the provider, at most 40 characters. */
  receipt: string;
  /** For people who look at the order in the provider's dashboard, and to tell our orders from others'. */
  notes: Record<string, string>;
}

export interface ProviderOrder {
  id: string;
  amountPaise: number;
}

/** What tells whose an order is. */
export interface OrderOrigin {
  receipt: string | null;
  notes: Record<string, unknown>;
}

export interface ProviderPayment {
  id: string;
  /** Null for a payment that was made without an order. */
  orderId: string | null;
  amountPaise: number;
  currency: string;
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';
  /** False for one that was only authorized, also after it was given back; null where it is not told. */
  captured: boolean | null;
  refundedPaise: number;
}

export interface ProviderRefund {
  id: string;
  paymentId: string;
  amountPaise: number;
  state: 'pending' | 'processed' | 'failed';
  /** Our id, where the refund was asked for here. */
  requestId: string | null;
}

export interface ProviderDispute {
  id: string;
  paymentId: string;
  amountPaise: number;
  /** `opened` and `action`: somebody has to answer; `waiting`: the bank decides; null: nothing that matters here. */
  phase: 'opened' | 'action' | 'waiting' | 'won' | 'lost' | 'closed' | null;
  /** What the bank took from us; 0 unless it is lost. */
  lostPaise: number;
  /** What happened, in the provider's word. */
  reported: string;
  /** Where it stands, in the provider's words. */
  status: string;
  stage: string | null;
  respondBy: Date | null;
}

/** An item of a list that this version cannot read: it is set aside, and the others are read all the same. */
export interface Unreadable {
  /** Empty where not even that could be read. */
  id: string;
  orderId: string | null;
  /** Names of fields and kinds of faults; never values. */
  reason: string;
}

export interface Page<Item> {
  items: Item[];
  unreadable: Unreadable[];
  /** Items on the page, readable or not. */
  count: number;
}
