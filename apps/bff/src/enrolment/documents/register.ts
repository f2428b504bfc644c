/** Stores the registration number (IRN) that the invoice registration portal gave a document, once. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { Refusal } from '../../platform/refusal.ts';

export interface Registration {
  /** 64 hexadecimal digits. */
  irn: string;
  ackNo: string;
  /** Time of the acknowledgement, in the portal's format. */
  ackOn: string;
  /** Content of the signed QR code. The PDF then shows the code. */
  signedQr: string | null;
}

async function register(
  transaction: Transaction<Database>,
  number: string,
  { irn, ackNo, ackOn, signedQr }: Registration,
): Promise<'registered' | 'known'> {
  const document = await transaction
    .selectFrom('invoices')
    .select(['irn', 'kind', 'registered', 'without_tax'])
    .where('number', '=', number)
    .forUpdate()
    .executeTakeFirst();
  if (!document) throw new Refusal('not_found', 'document_unknown', 'Document not found.');
  if (document.irn === irn) return 'known';
  if (document.irn !== null)
    throw new Refusal(
      'conflict',
      'irn_recorded',
      'The document already has another IRN. It cannot be changed.',
    );
  const isRegistrable =
    document.kind === 'invoice' || (document.kind === 'credit_note' && !document.without_tax);
  if (!document.registered || !isRegistrable)
    throw new Refusal(
      'conflict',
      'document_unregistered',
      'This document needs no IRN: its buyer gave no GSTIN, or it is a voucher or a credit note without tax.',
    );
  await transaction
    .updateTable('invoices')
    .set({ irn, ack_no: ackNo, ack_on: ackOn, ...(signedQr !== null && { signed_qr: signedQr }) })
    .where('number', '=', number)
    .execute();
  return 'registered';
}

/**
 * Stores the registration and enqueues the PDF.
 *
 * @returns a sentence for the operator that says what was done
 * @throws Refusal `not_found`; `conflict` if the document has another IRN, or needs none
 */
export async function registerDocument(
  transaction: Transaction<Database>,
  jobs: Pick<Jobs, 'enqueue'>,
  number: string,
  registration: Registration,
): Promise<string> {
  const result = await register(transaction, number, registration);
  if (result === 'known') return 'This IRN is recorded already.';
  await jobs.enqueue('render-document', [number], { transaction });
  return 'The IRN is recorded, and the PDF is being made.';
}

/** @returns the numbers of documents that need an IRN and have none, oldest first */
export async function unregisteredDocuments(database: Kysely<Database>): Promise<string[]> {
  const rows = await database
    .selectFrom('invoices')
    .select('number')
    .where('registered', '=', true)
    .where('irn', 'is', null)
    .where('without_tax', '=', false)
    .where(sql<boolean>`kind in ('invoice', 'credit_note')`)
    .orderBy('issued_at')
    .execute();
  return rows.map(({ number }) => number);
}
