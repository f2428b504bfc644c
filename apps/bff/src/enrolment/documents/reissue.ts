/**
 * Reissues tax documents after a correction of the buyer's details. Documents that are not issued yet get the
 * new details. An issued invoice is credited and issued again in the same commit.
 */
import { randomUUIDv7 } from 'node:crypto';
import { taxPlaceOf } from '@meridian/contracts/enrolment/gst-parts';
import { taxRateOn } from '@meridian/contracts/enrolment/tax-rates';
import { sql, type Transaction } from 'kysely';
import { readClock } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Amounts, amountsOf } from './amounts.ts';
import { enqueueForPayer } from './enqueue-document-mails.ts';
import { missingGlyphs } from './glyphs.ts';
import { type IssuingDependencies, insertDocument, isLate } from './issue-document.ts';
import { documentsOfOrder, type IssuedDocument } from './issued.ts';
import { advancedAmounts, invoicedAmounts, placeOfSupplyOf } from './next-document.ts';
import type { OrderChange } from './request-documents.ts';
import type { DocumentKind, Supply } from './supply.ts';

interface ReissuingDependencies extends IssuingDependencies {
  /** True if invoices of companies must be registered before they are credited. */
  eInvoice: boolean;
}

export interface Reissued {
  kind: DocumentKind;
  number: string;
}

const refuse = (code: string, message: string) => new Refusal('conflict', code, message);

/** Locks the order's requests, like `issueDocuments`. @returns true if some requests are not issued yet */
async function lockRequests(transaction: Transaction<Database>, orderId: string): Promise<boolean> {
  const rows = await transaction
    .selectFrom('document_requests')
    .select('is_settled')
    .where('order_id', '=', orderId)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.some(({ is_settled: isResolved }) => !isResolved);
}

async function correctRequests(
  transaction: Transaction<Database>,
  orderId: string,
  { buyer, placeOfSupply, placeAssumed }: Supply,
): Promise<void> {
  const change = JSON.stringify({ buyer, placeOfSupply, placeAssumed });
  await transaction
    .updateTable('document_requests')
    .set({ supply: sql`supply || ${change}::jsonb` })
    .where('order_id', '=', orderId)
    .where('is_settled', '=', false)
    .execute();
}

async function insertResolvedRequest(
  transaction: Transaction<Database>,
  { orderId, version, supply }: OrderChange,
): Promise<{ id: string; order_id: string; supply: Supply }> {
  const request = { id: randomUUIDv7(), order_id: orderId };
  const present = sql<Date>`clock_timestamp()`;
  await transaction
    .insertInto('document_requests')
    .values({
      ...request,
      kind: 'invoice',
      order_version: version,
      supply: JSON.stringify(supply),
      is_settled: true,
      issue_from: present,
      created_at: present,
    })
    .execute();
  return { ...request, supply };
}

/** Credits the part of a document that is not credited yet, and issues the same amount again. */
async function reissue(
  transaction: Transaction<Database>,
  deps: IssuingDependencies,
  change: OrderChange,
  former: IssuedDocument,
  left: Amounts,
): Promise<Reissued[]> {
  const { supply, orderId } = change;
  const request = await insertResolvedRequest(transaction, change);
  const supplierState = deps.supplier.gstin.slice(0, 2);
  const placeOfSupply = placeOfSupplyOf(supply, supplierState);
  const { percent } = taxRateOn(supply.pricedOn);
  const isInvoice = former.kind === 'invoice';
  const { advance } = former.details;
  const correction = {
    kind: isInvoice ? 'credit_note' : 'refund_voucher',
    amounts: left,
    placeOfSupply: former.placeOfSupply,
    corrects: { document: former, reason: 'correction', cancelledSeats: 0 },
    advance: null,
    withoutTax: false,
  } as const;
  const anew = {
    kind: isInvoice ? 'invoice' : 'receipt_voucher',
    amounts: amountsOf(left.totalPaise, taxPlaceOf(supplierState, placeOfSupply), percent),
    placeOfSupply,
    corrects: null,
    advance: advance && { number: advance.number, issuedOn: advance.issuedOn, paise: left.totalPaise },
    withoutTax: false,
  } as const;
  const reissued: Reissued[] = [];
  for (const next of [correction, anew])
    reissued.push({ kind: next.kind, number: await insertDocument(transaction, deps, request, next) });
  const numbers = reissued.map(({ number }) => number);
  await deps.jobs.enqueue('render-document', numbers, { transaction });
  await enqueueForPayer(transaction, deps.jobs, { orderId, numbers });
  return reissued;
}

/**
 * Credits the part of an order's invoices that is not credited yet, to the buyer named on the last invoice,
 * and invoices the same amount again. Without an invoice, a receipt voucher stays unless the place of supply
 * changes. If the place changes, a refund voucher and a new receipt voucher are issued.
 *
 * @param change.supply the corrected snapshot
 * @returns the documents issued; none if only later documents change
 * @throws Refusal `invalid` if a glyph is missing; `conflict` if requests wait to be issued, nothing is left
 * to credit, a credit note no longer reduces the tax, or the invoice still needs an IRN
 */
export async function reissueDocuments(
  transaction: Transaction<Database>,
  deps: ReissuingDependencies,
  change: OrderChange,
): Promise<Reissued[]> {
  const { orderId, supply } = change;
  const missing = await missingGlyphs(supply, deps.supplier);
  if (missing) throw new Refusal('invalid', 'glyph_missing', `${missing}.`);
  const isWaiting = await lockRequests(transaction, orderId);
  const issued = await documentsOfOrder(transaction, orderId);
  const invoice = issued.findLast(({ kind }) => kind === 'invoice');
  if (!invoice) {
    await correctRequests(transaction, orderId, supply);
    // A request may have waited for this correction because of a missing glyph.
    await deps.jobs.enqueue('issue-documents', [orderId], { transaction });
    const voucher = issued.findLast(({ kind }) => kind === 'receipt_voucher');
    const left = advancedAmounts(issued);
    const place = placeOfSupplyOf(supply, deps.supplier.gstin.slice(0, 2));
    if (!voucher || left.totalPaise <= 0 || voucher.placeOfSupply === place) return [];
    return reissue(transaction, deps, change, voucher, left);
  }
  if (isWaiting)
    throw refuse(
      'documents_waiting',
      'The order has documents that are not issued yet. Run "ops invoices issue", then try again.',
    );
  const left = invoicedAmounts(issued);
  if (left.totalPaise <= 0) throw refuse('invoice_credited', 'All of the invoice is credited already.');
  if (await isLate(transaction, orderId, await readClock(transaction)))
    throw refuse(
      'credit_too_late',
      'A credit note no longer reduces the tax of this sale, and a new invoice would add the tax again.',
    );
  if (deps.eInvoice && invoice.registered && invoice.irn === null)
    throw refuse(
      'irn_missing',
      'The invoice has no IRN yet, and the portal refuses a credit note for it. Record the IRN first.',
    );
  return reissue(transaction, deps, change, invoice, left);
}
