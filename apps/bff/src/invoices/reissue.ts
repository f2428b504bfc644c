/** Another invoice for the same supply, such as to another address: the first one is credited, both in one commit. */
import { randomUUIDv7 } from 'node:crypto';
import { taxPlaceOf } from '@meridian/contracts/checkout/gst-parts';
import { taxRateOn } from '@meridian/contracts/checkout/tax-rates';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/database.ts';
import { amountsOf, differenceOf, sumOf } from './amounts.ts';
import { type IssuingDependencies, insertDocument } from './issue-document.ts';
import { documentsOfOrder, type IssuedDocument } from './issued.ts';
import type { OrderChange } from './request-documents.ts';

export type ReissueRefusal =
  /** A voucher, or nothing, is issued: what is corrected now comes on the invoice. */
  | 'no_invoice'
  /** All of it is credited. */
  | 'nothing_left'
  /** Something else of the order is still to be issued. */
  | 'not_issued'
  /** The portal does not know the invoice yet, and would refuse a note for it. */
  | 'awaits_irn';

export type Reissued = { kind: 'reissued'; creditNote: string; invoice: string } | ReissueRefusal;

const amountsOfKind = (issued: readonly IssuedDocument[], kind: IssuedDocument['kind']) =>
  sumOf(issued.filter((document) => document.kind === kind).map(({ amounts }) => amounts));

async function hasOpenRequest(transaction: Transaction<Database>, orderId: string): Promise<boolean> {
  // Locked as by the issuing: documents of one order come one by one.
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
 * Credits what is left of an order's invoice, to the buyer that it names, and invoices the same sum anew.
 *
 * @param change.supply as it is to be on paper now
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
  const { supply: formerSupply } = await transaction
    .selectFrom('document_requests')
    .innerJoin('invoices', 'invoices.request_id', 'document_requests.id')
    .select('document_requests.supply')
    .where('invoices.number', '=', former.number)
    .executeTakeFirstOrThrow();
  const present = sql<Date>`clock_timestamp()`;
  const request = { id: randomUUIDv7(), order_id: orderId };
  await transaction
    .insertInto('document_requests')
    .values({
      ...{ ...request, kind: 'invoice', order_version: version, supply: JSON.stringify(supply) },
      ...{ credited_paise: null, is_settled: true, issue_from: present, created_at: present },
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
  await deps.jobs.enqueue('render-document', [creditNote, invoice], { transaction });
  return { kind: 'reissued', creditNote, invoice };
}
