/**
 * Changes the buyer on an order's tax documents, and reissues the invoice if there is one. Only an operator
 * may do this, because the receipt link may be shared.
 */
import type { CorrectionRequest } from '@meridian/contracts/enrolment/billing';
import type { Kysely, Transaction } from 'kysely';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Env } from '../../platform/settings/env.ts';
import { issuingOf } from '../documents/invoices.ts';
import type { IssuingDependencies } from '../documents/issue-document.ts';
import { type Reissued, reissueDocuments } from '../documents/reissue.ts';
import type { DocumentKind } from '../documents/supply.ts';
import { supplyOf } from '../orders/effects/order-documents.ts';
import { factsOf, isErased, type Order } from '../orders/order.ts';
import { recordInHistory } from '../orders/store/order-history.ts';
import { lockOrder } from '../orders/store/order-queries.ts';
import { refuseToDocument, refuseUninvoiceable, type TaxSettings, taxOf } from '../pricing/order-tax.ts';
import { writeOrderSearch } from '../search/order-search.ts';
import { type PatchedBilling, patchedBilling } from './patched-billing.ts';

export interface CorrectingServices {
  issuing: IssuingDependencies & { eInvoice: boolean };
  settings: Pick<TaxSettings, 'onlinePlace'>;
}

/** @returns undefined if no supplier is configured */
export function openCorrecting(
  { database, jobs }: { database: Kysely<Database>; jobs: Pick<Jobs, 'enqueue'> },
  { supplier, invoices, onlinePlace }: Pick<Env, 'supplier' | 'invoices' | 'onlinePlace'>,
): CorrectingServices | undefined {
  const issuing = issuingOf({ database, jobs, supplier, settings: invoices });
  return issuing && { issuing: { ...issuing, eInvoice: invoices.eInvoice }, settings: { onlinePlace } };
}

const json = (value: object | null) => (value === null ? null : JSON.stringify(value));

/** @returns the order with the corrected buyer and its place of supply */
function withBilling(
  order: Order,
  { firstName, lastName, state, company, address }: PatchedBilling,
  settings: CorrectingServices['settings'],
  supplierGstin: string,
): Order {
  const buyer = { state: state ?? undefined, gstin: company?.gstin, inSez: company?.sez };
  refuseUninvoiceable(buyer, supplierGstin);
  refuseToDocument(order.batch, buyer);
  const supplierState = supplierGstin.slice(0, 2);
  const tax = taxOf({ ...settings, supplierState }, order.batch, buyer);
  return {
    ...order,
    supplierState,
    contact: { ...order.contact, firstName, lastName },
    billingState: state,
    company,
    billingAddress: address,
    placeOfSupply: tax?.placeOfSupply ?? null,
    placeAssumed: tax?.assumed ?? false,
    version: order.version + 1,
  };
}

async function save(
  transaction: Transaction<Database>,
  order: Order,
  { event, note }: { event: 'invoice_reissued' | 'billing_corrected'; note: string },
): Promise<void> {
  await transaction
    .updateTable('orders')
    .set({
      first_name: order.contact.firstName,
      last_name: order.contact.lastName,
      billing_state: order.billingState,
      supplier_state: order.supplierState,
      place_of_supply: order.placeOfSupply,
      place_assumed: order.placeAssumed,
      company: json(order.company),
      billing_address: json(order.billingAddress),
      version: order.version,
      updated_at: databaseNow,
    })
    .where('id', '=', order.id)
    .execute();
  await recordInHistory(transaction, [order], {
    source: 'operator',
    event,
    paymentId: order.paymentId,
    note,
  });
  await writeOrderSearch(transaction, [order.id]);
  await resolveCorrection(transaction, order.id, note);
}

/** Marks the payer's open correction request as decided, and closes its case. */
export async function resolveCorrection(
  transaction: Transaction<Database>,
  orderId: string,
  note: string,
): Promise<void> {
  await transaction
    .updateTable('billing_corrections')
    .set({ settled_at: databaseNow })
    .where('order_id', '=', orderId)
    .where('settled_at', 'is', null)
    .execute();
  await transaction
    .updateTable('cases')
    .set({ closed_at: databaseNow, note })
    .where('order_id', '=', orderId)
    .where('kind', '=', 'invoice_correction')
    .where('closed_at', 'is', null)
    .execute();
}

/**
 * Changes the order's billing details, and issues the credit note and the new invoice.
 *
 * @param patch the fields to change; other fields stay
 * @param note the reason, without personal data, because it is stored in the order's history
 * @returns the documents issued; none if the invoice has not been issued yet
 * @throws Refusal `not_found`; `conflict` if the order is erased or unpaid, or its tax is not supported;
 * `invalid` if no invoice can be issued to the buyer
 */
export async function correctBilling(
  transaction: Transaction<Database>,
  services: CorrectingServices,
  orderId: string,
  patch: CorrectionRequest,
  note: string,
): Promise<Reissued[]> {
  const order = await lockOrder(transaction, 'id', orderId);
  if (!order) throw new Refusal('not_found', 'order_unknown', 'Order not found.');
  if (isErased(order))
    throw new Refusal(
      'conflict',
      'order_erased',
      "The buyer's details were erased: issued documents cannot be changed.",
    );
  const { issuing, settings } = services;
  const corrected = withBilling(order, patchedBilling(order, patch), settings, issuing.supplier.gstin);
  const supply = supplyOf(corrected, factsOf(order));
  if (!supply) throw new Refusal('conflict', 'order_unpaid', 'The order is not paid.');
  const change = { orderId, version: corrected.version, supply };
  const reissued = await reissueDocuments(transaction, issuing, change);
  const event = reissued.length > 0 ? 'invoice_reissued' : 'billing_corrected';
  await save(transaction, corrected, { event, note });
  return reissued;
}

const kindNames: Record<DocumentKind, string> = {
  invoice: 'invoice',
  credit_note: 'credit note',
  receipt_voucher: 'receipt voucher',
  refund_voucher: 'refund voucher',
};

/** @returns a sentence for the operator that says what was done */
export function correctedMessage(reissued: readonly Reissued[]): string {
  if (reissued.length === 0) return 'The billing details are changed: the next document has them.';
  const issued = reissued.map(({ kind, number }) => `${kindNames[kind]} ${number}`).join(' and ');
  return `${issued.charAt(0).toUpperCase()}${issued.slice(1)} are issued.`;
}
