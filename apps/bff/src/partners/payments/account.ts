/** The books of the provider's account: what was captured, given back, charged and paid to the bank. Amounts are integer paise. */
import type { Page } from './entities.ts';

/** Unix seconds, both inclusive. */
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
  /** False if it was only authorized. */
  captured: boolean;
  /** The provider's charge with its tax; null until it is known. */
  feePaise: number | null;
  /** GST in the charge. */
  taxPaise: number | null;
  createdAt: Date;
}

export interface AccountRefund {
  id: string;
  paymentId: string;
  amountPaise: number;
  state: 'pending' | 'processed' | 'failed';
  /** Our refund id, if it was requested here. */
  requestId: string | null;
  createdAt: Date;
}

/** A movement that a settlement paid out, or kept back. */
export interface SettledEntry {
  /** Of the payment, the refund or the adjustment. */
  id: string;
  kind: 'payment' | 'refund' | 'other';
  /** In the provider's terms. */
  type: string;
  /** Of a refund or an adjustment. */
  paymentId: string | null;
  /** Of a deduction for a dispute, and of its reversal. */
  disputeId: string | null;
  amountPaise: number;
  creditPaise: number;
  debitPaise: number;
  /** With its tax. */
  feePaise: number;
  taxPaise: number;
  settlementId: string;
  /** The bank's reference of the transfer. */
  utr: string | null;
  settledAt: Date;
}

/** Reads of the books, one page each. Every method throws a `RemoteError` without a usable answer. */
export interface AccountApi {
  /** Payments that were begun in a period, newest first. @param skip items before the page */
  payments(period: Period, skip: number): Promise<Page<AccountPayment>>;
  refunds(period: Period, skip: number): Promise<Page<AccountRefund>>;
  /** @param month `YYYY-MM` in India, of the settlement */
  settled(month: string, skip: number): Promise<Page<SettledEntry>>;
}
