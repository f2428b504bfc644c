/** What mails with tax documents say. */
import type { MailDocument, ToPayer } from './parts.ts';

export interface CreditNote extends ToPayer {
  courseName: string;
  document: Exclude<MailDocument, { state: 'later' }>;
  /** The invoice that it corrects. */
  invoiceNumber: string;
  amountPaise: number;
}

export interface IssuedTaxDocument {
  kind: 'invoice' | 'credit_note' | 'receipt_voucher' | 'refund_voucher';
  document: Exclude<MailDocument, { state: 'later' }>;
  /** The document that it corrects. */
  reference: string | null;
  totalPaise: number;
}

/** To the payer of documents that no other mail brings, and (`order: null`) to the accounts of a company. */
export interface DocumentsIssued {
  documents: readonly IssuedTaxDocument[];
  courseName: string;
  company: { legalName: string; poNumber: string } | null;
  order: { firstName: string; number: string; receiptUrl: string } | null;
}
