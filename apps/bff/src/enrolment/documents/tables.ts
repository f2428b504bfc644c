/** The tables of invoices, made by `schema.sql`. Issued rows are never changed or deleted. */
import type { Selectable } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { storedColumn } from '../../platform/database/stored-column.ts';
import { eInvoiceSchema } from './e-invoice.ts';
import { documentDetails, supplySchema } from './supply.ts';

/** A document that is due, with a snapshot of the data that it needs. */
export type StoredRequest = Selectable<Schema['document_requests']>;
export type StoredInvoice = Selectable<Schema['invoices']>;

export const requestSupply = storedColumn('document_requests.supply', supplySchema);
export const invoiceEInvoice = storedColumn('invoices.e_invoice', eInvoiceSchema);
export const invoiceDetails = storedColumn('invoices.details', documentDetails);
