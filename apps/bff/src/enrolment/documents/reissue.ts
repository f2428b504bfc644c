/**
 * Issues an invoice anew for the same supply, for instance with another address: credits the first one in the same
 * commit.
 */
import { randomUUIDv7 } from 'node:crypto';
import { taxPlaceOf } from '@meridian/contracts/checkout/gst-parts';
import { taxRateOn } from '@meridian/contracts/checkout/tax-rates';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { amountsOf, differenceOf, sumOf } from './amounts.ts';
import { type IssuingDependencies, insertDocument } from './issue-document.ts';
import { documentsOfOrder, type IssuedDocument } from './issued.ts';
import { noteForPayer } from './note-documents.ts';
import type { OrderChange } from './request-documents.ts';
import { requestSupply } from './tables.ts';

export type ReissueRefusal =
  /** Only a voucher or nothing is issued: the later invoice will have the correction. */
  | 'no_invoice'
  /** It is credited in full. */
  | 'nothing_left'
  /** Another document of the order is still to be issued. */
  | 'not_issued'
  /** Without an IRN the portal would refuse a credit note for it. */
  | 'awaits_irn';

export type Reissued = { kind: 'reissued'; creditNote: string; invoice: string } | ReissueRefusal;

const amountsOfKind = (issued: readonly IssuedDocument[], kind: IssuedDocument['kind']) =>
  sumOf(issued.filter((document) => document.kind === kind).map(({ amounts }) => amounts));

async function hasOpenRequest(transaction: Transaction<Database>, orderId: string): Promise<boolean> {
  // Locked as when issuing, so that documents of one order are issued one by one.
  const rows = await transaction
    .selectFrom('document_requests')
    .select('is_settled')
    .where('order_id', '=', orderId)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.some(({ is_settled: isSettled }) => !isSettled);
}

/**
 * Credits the rest of an order's invoice, to the buyer on it, and invoices the same amount anew.
 *
 * @param change.supply the corrected snapshot
 * @returns the numbers, or why nothing was issued
 */
export async function reissueInvoice(
  transaction: Transaction<Database>,
  deps: IssuingDependencies & { eInvoice: boolean },
  { orderId, version, supply }: OrderChange,
): Promise<Reissued> {
  if (await hasOpenRequest(transaction, orderId)) return 'not_issued';
  const issued = await documentsOfOrder(transaction, orderId);
  const former = issued.findLast(({ kind }) => kind === 'invoice');
  if (!former) return 'no_invoice';
  const left = differenceOf(amountsOfKind(issued, 'invoice'), amountsOfKind(issued, 'credit_note'));
  if (left.totalPaise <= 0) return 'nothing_left';
  if (deps.eInvoice && former.registered && former.irn === null) return 'awaits_irn';
  const formerRequest = await transaction
    .selectFrom('document_requests')
    .innerJoin('invoices', 'invoices.request_id', 'document_requests.id')
    .select(['document_requests.id', 'document_requests.supply'])
    .where('invoices.number', '=', former.number)
    .executeTakeFirstOrThrow();
  const formerSupply = requestSupply.parse(formerRequest.supply, formerRequest.id);
  const present = sql<Date>`clock_timestamp()`;
  const request = { id: randomUUIDv7(), order_id: orderId };
  await transaction
    .insertInto('document_requests')
    .values({
      ...request,
      kind: 'invoice',
      order_version: version,
      supply: JSON.stringify(supply),
      credited_paise: null,
      is_settled: true,
      issue_from: present,
      created_at: present,
    })
    .execute();
  const creditNote = await insertDocument(
    transaction,
    deps,
    { ...request, supply: formerSupply },
    { kind: 'credit_note', amounts: left, placeOfSupply: former.placeOfSupply, reference: former },
  );
  const supplierState = deps.supplier.gstin.slice(0, 2);
  const placeOfSupply = supply.placeOfSupply ?? supply.buyer.state ?? supplierState;
  const place = taxPlaceOf(supplierState, placeOfSupply);
  const amounts = amountsOf(left.totalPaise, place, taxRateOn(supply.pricedOn).percent);
  const invoice = await insertDocument(
    transaction,
    deps,
    { ...request, supply },
    { kind: 'invoice', amounts, placeOfSupply, reference: undefined },
  );
  const numbers = [creditNote, invoice];
  await deps.jobs.enqueue('render-document', numbers, { transaction });
  await noteForPayer(transaction, deps.jobs, { orderId, numbers });
  return { kind: 'reissued', creditNote, invoice };
}
