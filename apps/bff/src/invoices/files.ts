/** The papers of documents: made once, kept with their hash, the same bytes ever after. */
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { databaseNow } from '../database/clock.ts';
import type { Database } from '../database/database.ts';
import { drawInThread } from './draw-in-thread.ts';
import { documentsOfOrder, findDocument, type IssuedDocument } from './issued.ts';
import { paperOf } from './paper.ts';

/** Where invoices have to be registered, that of a company is none before it is. */
export function waitsForRegistration(
  { kind, registered, irn }: Pick<IssuedDocument, 'kind' | 'registered' | 'irn'>,
  eInvoice: boolean,
): boolean {
  return eInvoice && registered && irn === null && (kind === 'invoice' || kind === 'credit_note');
}

export interface PaperOptions {
  database: Kysely<Database>;
  /** Origin of the site, for the address of the receipt. */
  publicUrl: string;
  eInvoice: boolean;
}

/** Makes the paper of a document where there is none; may run any number of times. */
export async function makePaper(
  { database, publicUrl, eInvoice }: PaperOptions,
  number: string,
): Promise<void> {
  const document = await findDocument(database, number);
  if (!document || waitsForRegistration(document, eInvoice)) return;
  const existing = await database
    .selectFrom('invoice_files')
    .select('number')
    .where('number', '=', number)
    .executeTakeFirst();
  if (existing) return;
  const body = await drawInThread({ paper: paperOf(document, publicUrl), issuedAt: document.issuedAt });
  await database
    .insertInto('invoice_files')
    .values({
      number,
      body,
      sha256: createHash('sha256').update(body).digest('hex'),
      created_at: databaseNow,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** @returns the paper of an order's document; undefined where there is none, or it is another order's */
export async function readPaper(
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

/** @returns the documents of an order whose paper is made, oldest first */
export async function papersOfOrder(
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
