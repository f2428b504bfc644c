/** What mails with tax documents say. */
import { z } from 'zod';
import { issuedDocument, payersOrder, toPayer } from './parts.ts';

export const creditNote = z.object({
  ...toPayer,
  courseName: z.string(),
  document: issuedDocument,
  /** The invoice that it corrects. */
  invoiceNumber: z.string(),
  amountPaise: z.number(),
});
export type CreditNote = z.output<typeof creditNote>;

const issuedTaxDocument = z.object({
  kind: z.enum(['invoice', 'credit_note', 'receipt_voucher', 'refund_voucher']),
  document: issuedDocument,
  /** The document that it corrects. */
  reference: z.string().nullable(),
  totalPaise: z.number(),
});
export type IssuedTaxDocument = z.output<typeof issuedTaxDocument>;

/** To the payer of documents that no other mail brings, and (`order: null`) to the accounts of a company. */
export const documentsIssued = z.object({
  documents: z.array(issuedTaxDocument).readonly(),
  courseName: z.string(),
  company: z.object({ legalName: z.string(), poNumber: z.string() }).nullable(),
  order: z.object({ firstName: z.string(), ...payersOrder }).nullable(),
});
export type DocumentsIssued = z.output<typeof documentsIssued>;
