/** The tables of invoices, made by `schema.sql`. Issued rows are never changed or deleted. */

import type { ColumnType } from 'kysely';
import type { Narrow } from '../../platform/database/database.ts';
import type { EInvoice } from './e-invoice.ts';
import type { DocumentDetails, Supply } from './supply.ts';

type Json<Value> = ColumnType<Value, string, never>;

/** A document that is due, with a snapshot of the data that it needs. */
export type DocumentRequestTable = Narrow<
  'document_requests',
  {
    supply: Json<Supply>;
  }
>;

export type InvoiceTable = Narrow<
  'invoices',
  {
    e_invoice: Json<EInvoice>;
    details: Json<DocumentDetails>;
  }
>;

export interface InvoiceTables {
  document_requests: DocumentRequestTable;
  invoices: InvoiceTable;
}

declare module '../../platform/database/database.ts' {
  interface NarrowedTables extends InvoiceTables {}
}
