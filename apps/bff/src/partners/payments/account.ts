/**
 * The transactions of our account at the payment provider: captures, refunds, fees and settlements to the
 * bank. Amounts are integer paise.
 */
import type { Page } from './entities.ts';

/** Unix seconds; both ends are inclusive. */
export interface Period {
  fromSeconds: number;
  toSeconds: number;
}

export interface AccountPayment {
  id: string;
  /** The provider's order. */
  orderId: string | null;
  amountPaise: number;
  currency: string;
  /** False if the payment was not captured, for example only authorized. */
  captured: boolean;
  /** Fee of the provider with its tax; null until it is known. */
  feePaise: number | null;
  /** GST in the fee. */
  taxPaise: number | null;
  createdAt: Date;
}

export interface AccountRefund {
  id: string;
  paymentId: string;
  amountPaise: number;
  state: 'pending' | 'processed' | 'failed';
  /** Our refund id, if our software requested the refund. */
  requestId: string | null;
  createdAt: Date;
}

/** A transaction that a settlement has paid out or deducted. */
export interface SettledEntry {
  /** Id of the payment, the refund or the adjustment. */
  id: string;
  kind: 'payment' | 'refund' | 'other';
  /** Type in the provider's terms. */
  type: string;
  /** Set for a refund or an adjustment. */
  paymentId: string | null;
  /** Set for a deduction for a dispute, and for its reversal. */
  disputeId: string | null;
  amountPaise: number;
  creditPaise: number;
  debitPaise: number;
  /** Fee with its tax. */
  feePaise: number;
  taxPaise: number;
  settlementId: string;
  /** Bank reference of the transfer. */
  utr: string | null;
  settledAt: Date;
}

/**
 * Reads the account's transactions, one page per call. Every method throws a `RemoteError` if there is no
 * usable answer.
 */
export interface AccountApi {
  /** Payments created in a period, newest first. @param skip items before the page */
  payments(period: Period, skip: number): Promise<Page<AccountPayment>>;
  refunds(period: Period, skip: number): Promise<Page<AccountRefund>>;
  /** @param month month of the settlement in India, `YYYY-MM` */
  settled(month: string, skip: number): Promise<Page<SettledEntry>>;
}
