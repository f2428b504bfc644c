/** Stores the registration of a document at the invoice registration portal (IRN), once. */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { type Alongside, transact } from '../../platform/database/transact.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';

export interface Registration {
  /** 64 hexadecimal digits. */
  irn: string;
  ackNo: string;
  /** In the portal's format. */
  ackOn: string;
  /** Content of the signed QR code, which the PDF then shows. */
  signedQr: string | null;
}

type RegistrationResult = 'registered' | 'known' | 'other_number' | 'no_document' | 'not_registered';

async function register(
  transaction: Transaction<Database>,
  number: string,
  { irn, ackNo, ackOn, signedQr }: Registration,
): Promise<RegistrationResult> {
  const document = await transaction
    .selectFrom('invoices')
    .select(['irn', 'kind', 'registered'])
    .where('number', '=', number)
    .forUpdate()
    .executeTakeFirst();
  if (!document) return 'no_document';
  if (document.irn !== null) return document.irn === irn ? 'known' : 'other_number';
  const isRegistrable = document.kind === 'invoice' || document.kind === 'credit_note';
  if (!document.registered || !isRegistrable) return 'not_registered';
  await transaction
    .updateTable('invoices')
    .set({ irn, ack_no: ackNo, ack_on: ackOn, ...(signedQr !== null && { signed_qr: signedQr }) })
    .where('number', '=', number)
    .execute();
  return 'registered';
}

/**
 * Stores the registration and enqueues the PDF in one transaction.
 * @param alongside commits with it
 * @returns what was done, or why nothing was
 */
export function registerDocument(
  deps: { database: Kysely<Database>; jobs: Pick<Jobs, 'enqueue'> },
  number: string,
  registration: Registration,
  alongside?: Alongside,
): Promise<RegistrationResult> {
  return transact(deps.database, async (transaction) => {
    const result = await register(transaction, number, registration);
    if (result === 'registered') {
      await deps.jobs.enqueue('render-document', [number], { transaction });
      await alongside?.(transaction);
    }
    return result;
  });
}

/** Results in words, for operators. */
export const registrationWords: Record<RegistrationResult, string> = {
  registered: 'Registered: its PDF is being made',
  known: 'This IRN is recorded already',
  other_number: 'Another IRN is recorded: it is never changed',
  no_document: 'There is no such document',
  not_registered: 'This document is not one that is registered: its buyer gave no GSTIN, or it is a voucher',
};

/** @returns the numbers of registered buyers' documents that have no IRN, oldest first */
export async function unregisteredDocuments(database: Kysely<Database>): Promise<string[]> {
  const rows = await database
    .selectFrom('invoices')
    .select('number')
    .where('registered', '=', true)
    .where('irn', 'is', null)
    .where(sql<boolean>`kind in ('invoice', 'credit_note')`)
    .orderBy('issued_at')
    .execute();
  return rows.map(({ number }) => number);
}
