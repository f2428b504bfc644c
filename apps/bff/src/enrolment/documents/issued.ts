/** Queries of issued tax documents. */
import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Amounts } from './amounts.ts';
import type { EInvoice } from './e-invoice.ts';
import type { DocumentDetails, DocumentKind } from './supply.ts';
import { invoiceDetails, invoiceEInvoice, type StoredInvoice } from './tables.ts';

export interface IssuedDocument {
  number: string;
  orderId: string;
  kind: DocumentKind;
  /** `YYYY-MM-DD` in India. */
  issuedOn: string;
  issuedAt: Date;
  reference: string | null;
  series: string;
  financialYear: string;
  registered: boolean;
  placeOfSupply: string;
  placeAssumed: boolean;
  amounts: Amounts;
  /** True for a commercial credit note, which does not reduce the tax. */
  withoutTax: boolean;
  eInvoice: EInvoice;
  details: DocumentDetails;
  irn: string | null;
  ackNo: string | null;
  ackOn: string | null;
  signedQr: string | null;
}

/** @throws UnreadableRow, because a report without one of its documents would be wrong */
function documentOf(row: StoredInvoice): IssuedDocument {
  return {
    number: row.number,
    orderId: row.order_id,
    kind: row.kind,
    issuedOn: row.issued_on,
    issuedAt: row.issued_at,
    reference: row.reference,
    series: row.series,
    financialYear: row.financial_year,
    registered: row.registered,
    placeOfSupply: row.place_of_supply,
    placeAssumed: row.place_assumed,
    amounts: {
      taxablePaise: Number(row.taxable_paise),
      cgstPaise: Number(row.cgst_paise),
      sgstPaise: Number(row.sgst_paise),
      utgstPaise: Number(row.utgst_paise),
      igstPaise: Number(row.igst_paise),
      roundOffPaise: Number(row.round_off_paise),
      totalPaise: Number(row.total_paise),
    },
    withoutTax: row.without_tax,
    eInvoice: invoiceEInvoice.parse(row.e_invoice, row.number),
    details: invoiceDetails.parse(row.details, row.number),
    irn: row.irn,
    ackNo: row.ack_no,
    ackOn: row.ack_on,
    signedQr: row.signed_qr,
  };
}

/** Dates are read as text, because the driver would read a date as a timestamp in its own time zone. */
const selectDocuments = (database: Kysely<Database>) =>
  database
    .selectFrom('invoices')
    .selectAll()
    .select(sql<string>`to_char(issued_on, 'YYYY-MM-DD')`.as('issued_on'));

/** @returns the documents of an order, oldest first */
export async function documentsOfOrder(
  database: Kysely<Database>,
  orderId: string,
): Promise<IssuedDocument[]> {
  const query = selectDocuments(database).where('order_id', '=', orderId).orderBy('issued_at');
  return (await query.orderBy('number').execute()).map(documentOf);
}

export async function findDocument(
  database: Kysely<Database>,
  number: string,
): Promise<IssuedDocument | undefined> {
  const row = await selectDocuments(database).where('number', '=', number).executeTakeFirst();
  return row && documentOf(row);
}

/**
 * @param month `YYYY-MM` in India; all months if omitted
 * @returns the documents, ordered by series and number
 */
export async function documentsOfMonth(
  database: Kysely<Database>,
  month: string | undefined,
): Promise<IssuedDocument[]> {
  let query = selectDocuments(database).orderBy('series').orderBy('financial_year').orderBy('serial');
  if (month !== undefined) query = query.where(sql<boolean>`to_char(issued_on, 'YYYY-MM') = ${month}`);
  return (await query.execute()).map(documentOf);
}

/** @returns the number of documents issued for these orders */
export async function countDocuments(
  database: Kysely<Database>,
  orderIds: readonly string[],
): Promise<number> {
  if (orderIds.length === 0) return 0;
  const counted = await database
    .selectFrom('invoices')
    .select(sql<number>`count(*)::integer`.as('documents'))
    .where('order_id', 'in', orderIds)
    .executeTakeFirst();
  return counted?.documents ?? 0;
}

/** The part of a document that the order's history shows. */
export interface IssuedRow {
  kind: DocumentKind;
  number: string;
  totalPaise: number;
  at: Date;
}

/** @returns the documents of an order, including documents with stored data that cannot be parsed */
export async function issuedRows(database: Kysely<Database>, orderId: string): Promise<IssuedRow[]> {
  const rows = await database
    .selectFrom('invoices')
    .select(['kind', 'number', 'total_paise', 'issued_at'])
    .where('order_id', '=', orderId)
    .execute();
  return rows.map(({ kind, number, total_paise: paise, issued_at: at }) => ({
    kind,
    number,
    totalPaise: Number(paise),
    at,
  }));
}
