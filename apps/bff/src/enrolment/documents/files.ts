/** The PDF files of tax documents. Each is rendered once and stored with its hash. */
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { enqueueForAccounts } from './enqueue-document-mails.ts';
import { documentsOfOrder, findDocument, type IssuedDocument } from './issued.ts';
import { pdfContentOf } from './pdf/pdf-content.ts';
import { renderInThread } from './pdf/render-in-thread.ts';

/**
 * @returns true if the PDF has to wait: with e-invoicing, a company's invoice or credit note is valid only
 * with a registration number (IRN)
 */
export function waitsForRegistration(
  { kind, registered, irn, withoutTax }: Pick<IssuedDocument, 'kind' | 'registered' | 'irn' | 'withoutTax'>,
  eInvoice: boolean,
): boolean {
  return (
    eInvoice && registered && irn === null && !withoutTax && (kind === 'invoice' || kind === 'credit_note')
  );
}

export interface PdfOptions {
  database: Kysely<Database>;
  jobs: Pick<Jobs, 'enqueue'>;
  eInvoice: boolean;
}

/**
 * Renders and stores the PDF of a document that has none and does not wait for registration. Enqueues the
 * mail with it to a company's accounts department. Idempotent.
 */
export async function storePdf(options: PdfOptions, number: string): Promise<void> {
  const { database, jobs, eInvoice } = options;
  const document = await findDocument(database, number);
  if (!document || waitsForRegistration(document, eInvoice)) return;
  const existing = await database
    .selectFrom('invoice_files')
    .select('number')
    .where('number', '=', number)
    .executeTakeFirst();
  if (existing) return;
  const body = await renderInThread({
    kind: 'document',
    content: pdfContentOf(document),
    issuedAt: document.issuedAt,
  });
  await transact(database, async (transaction) => {
    const stored = await transaction
      .insertInto('invoice_files')
      .values({
        number,
        body,
        sha256: createHash('sha256').update(body).digest('hex'),
        created_at: databaseNow,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('number')
      .executeTakeFirst();
    if (stored) await enqueueForAccounts(transaction, jobs, number);
  });
}

/**
 * @returns the PDF of an order's document; undefined if there is none, or if the document belongs to another
 * order
 */
export async function readPdf(
  database: Kysely<Database>,
  orderId: string,
  number: string,
): Promise<Buffer | undefined> {
  const row = await database
    .selectFrom('invoice_files')
    .innerJoin('invoices', 'invoices.number', 'invoice_files.number')
    .select('invoice_files.body')
    .where('invoice_files.number', '=', number)
    .where('invoices.order_id', '=', orderId)
    .executeTakeFirst();
  return row?.body;
}

/** @returns the documents of an order that have a PDF, oldest first */
export async function documentsWithPdf(
  database: Kysely<Database>,
  orderId: string,
): Promise<Pick<IssuedDocument, 'number' | 'kind' | 'issuedOn'>[]> {
  const made = await database
    .selectFrom('invoice_files')
    .innerJoin('invoices', 'invoices.number', 'invoice_files.number')
    .select('invoice_files.number')
    .where('invoices.order_id', '=', orderId)
    .execute();
  if (made.length === 0) return [];
  const numbers = new Set(made.map(({ number }) => number));
  return (await documentsOfOrder(database, orderId)).filter(({ number }) => numbers.has(number));
}
