/** The tables of invoices, made by `schema.sql`. Issued rows are never changed or deleted. */
import type { ColumnType, Generated } from 'kysely';
import type { EInvoice } from './e-invoice.ts';
import type { DocumentDetails, DocumentKind, RequestKind, Supply } from './supply.ts';

/** PostgreSQL's bigint, which the driver reads as text to keep every digit. */
type BigInteger = ColumnType<string | number, number, never>;
type Json<Value> = ColumnType<Value, string, never>;
type Moment = ColumnType<Date, Date, never>;

/** A document that is due, with a snapshot of the data that it needs. */
export interface DocumentRequestTable {
  id: string;
  order_id: string;
  kind: RequestKind;
  /** Version of the order; unique with order and kind, so that a change is requested once. */
  order_version: number;
  supply: Json<Supply>;
  /** How much of the order's total is credited in all, in paise; null unless the kind is `correction`. */
  credited_paise: ColumnType<string | null, number | null, never>;
  /** Null: waits for an operator. */
  issue_from: ColumnType<Date | null, Date, Date | null>;
  /** Issued, or found to need no document. */
  is_settled: Generated<boolean>;
  created_at: Moment;
}

export interface InvoiceCounterTable {
  series: string;
  /** Such as `2627`: April to March. */
  financial_year: string;
  last_number: ColumnType<number, number, number>;
  last_issued_at: ColumnType<Date, Date, Date>;
}

export interface InvoiceTable {
  number: string;
  request_id: string;
  order_id: string;
  kind: DocumentKind;
  series: string;
  financial_year: string;
  serial: number;
  /** The document that this one corrects. */
  reference: string | null;
  issued_at: Moment;
  /** `YYYY-MM-DD` in India. */
  issued_on: string;
  registered: boolean;
  /** Two-digit code. */
  place_of_supply: string;
  place_assumed: boolean;
  taxable_paise: BigInteger;
  cgst_paise: BigInteger;
  sgst_paise: BigInteger;
  utgst_paise: BigInteger;
  igst_paise: BigInteger;
  round_off_paise: BigInteger;
  total_paise: BigInteger;
  e_invoice: Json<EInvoice>;
  details: Json<DocumentDetails>;
  /** From the registration portal; written once, after issue. */
  irn: ColumnType<string | null, null | undefined, string>;
  ack_no: ColumnType<string | null, null | undefined, string>;
  ack_on: ColumnType<string | null, null | undefined, string>;
  signed_qr: ColumnType<string | null, null | undefined, string>;
}

export interface InvoiceFileTable {
  number: string;
  body: ColumnType<Buffer, Buffer, never>;
  sha256: string;
  created_at: Moment;
}

export interface InvoiceTables {
  document_requests: DocumentRequestTable;
  invoice_counters: InvoiceCounterTable;
  invoices: InvoiceTable;
  invoice_files: InvoiceFileTable;
}

declare module '../../platform/database/database.ts' {
  interface Database extends InvoiceTables {}
}
