/** A month of the provider's account against orders and documents. Money in paise, days (`YYYY-MM-DD`) in India. */

export interface ReconciledRow {
  /** Of the payment or refund at the provider. */
  id: string;
  kind: 'payment' | 'refund';
  order_id: string | null;
  day: string | null;
  /** Negative where it goes back. */
  amount_paise: number;
  /** In words. */
  findings: string[];
  /** Has to be looked into; the others are in order. */
  is_trouble: boolean;
}

export interface SettlementRow {
  id: string;
  day: string;
  utr: string | null;
  net_paise: number;
  entries: number;
}

export interface ReconciledMonth {
  month: string;
  sums: { name: string; paise: number }[];
  settlements: SettlementRow[];
  /** What says more than that it agrees, troubles first. */
  rows: ReconciledRow[];
  unreadable: { id: string; reason: string }[];
  troubles: number;
  unexplained_paise: number;
}
