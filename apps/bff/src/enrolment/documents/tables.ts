/**
 * Types and JSON columns of the tables of tax documents. The database refuses to change or delete issued
 * rows, except that an invoice gets its registration.
 */
import type { Selectable } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { storedColumn } from '../../platform/database/stored-column.ts';
import { eInvoiceSchema } from './e-invoice.ts';
import { documentDetails, supplySchema } from './supply.ts';

/** A due document, with a snapshot of its data. */
export type StoredRequest = Selectable<Schema['document_requests']>;
export type StoredInvoice = Selectable<Schema['invoices']>;

export const requestSupply = storedColumn('document_requests.supply', supplySchema);
export const invoiceEInvoice = storedColumn('invoices.e_invoice', eInvoiceSchema);
export const invoiceDetails = storedColumn('invoices.details', documentDetails);
