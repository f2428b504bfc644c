/**
 * Issues an invoice anew for the same supply, for instance with another address: credits the first one in the same
 * commit.
 */
import { randomUUIDv7 } from 'node:crypto';
import { taxPlaceOf } from '@meridian/contracts/checkout/gst-parts';
import { taxRateOn } from '@meridian/contracts/checkout/tax-rates';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { amountsOf } from './amounts.ts';
import { type IssuingDependencies, insertDocument } from './issue-document.ts';
import { documentsOfOrder } from './issued.ts';
import { invoicedAmounts, placeOfSupplyOf } from './next-document.ts';
import { noteForPayer } from './note-documents.ts';
import type { OrderChange } from './request-documents.ts';

/** The numbers of the documents. */
export interface Reissued {
  creditNote: string;
  invoice: string;
}

const refuse = (code: string, message: string) => new Refusal('conflict', code, message);

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
 * @throws Refusal `conflict`
 */
export async function reissueInvoice(
  transaction: Transaction<Database>,
  deps: IssuingDependencies & { eInvoice: boolean },
  { orderId, version, supply }: OrderChange,
): Promise<Reissued> {
  if (await hasOpenRequest(transaction, orderId))
    throw refuse(
      'documents_waiting',
      'Documents of the order are still to be issued: "ops invoices issue", then again.',
    );
  const issued = await documentsOfOrder(transaction, orderId);
  const former = issued.findLast(({ kind }) => kind === 'invoice');
  // Only a voucher or nothing is issued: the later invoice will have the correction.
  if (!former) throw refuse('invoice_unknown', 'No invoice is issued yet.');
  const left = invoicedAmounts(issued);
  if (left.totalPaise <= 0) throw refuse('invoice_credited', 'All of the invoice is credited already.');
  if (deps.eInvoice && former.registered && former.irn === null)
    throw refuse(
      'irn_missing',
      'The invoice has no IRN yet, and the portal refuses a note for it: record the IRN first.',
    );
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
    { ...request, supply },
    {
      kind: 'credit_note',
      amounts: left,
      placeOfSupply: former.placeOfSupply,
      corrects: { document: former, reason: 'correction', cancelledSeats: 0 },
      advance: null,
    },
  );
  const supplierState = deps.supplier.gstin.slice(0, 2);
  const placeOfSupply = placeOfSupplyOf(supply, supplierState);
  const place = taxPlaceOf(supplierState, placeOfSupply);
  const amounts = amountsOf(left.totalPaise, place, taxRateOn(supply.pricedOn).percent);
  const invoice = await insertDocument(
    transaction,
    deps,
    { ...request, supply },
    { kind: 'invoice', amounts, placeOfSupply, corrects: null, advance: null },
  );
  const numbers = [creditNote, invoice];
  await deps.jobs.enqueue('render-document', numbers, { transaction });
  await noteForPayer(transaction, deps.jobs, { orderId, numbers });
  return { creditNote, invoice };
}
