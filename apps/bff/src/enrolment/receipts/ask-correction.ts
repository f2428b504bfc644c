/** Stores a payer's request for other details on the invoice, made on the receipt page, and opens a case. */

import { type CorrectionRequest, lastDayToAsk } from '@meridian/contracts/enrolment/billing';
import type { ReceiptData } from '@meridian/contracts/enrolment/receipt';
import { dayInIndia } from '@meridian/contracts/india-time';
import { type Kysely, sql, type Transaction } from 'kysely';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import { patchedBilling } from '../decisions/patched-billing.ts';
import { documentsWithPdf } from '../documents/files.ts';
import { caseDescriptions } from '../orders/cases/case-kinds.ts';
import { openFoundCase } from '../orders/cases/case-store.ts';
import { isBooked, isErased, type Order } from '../orders/order.ts';
import { lockOrder } from '../orders/store/order-queries.ts';
import { correctedBilling } from '../orders/store/order-tables.ts';
import type { DocumentName } from './receipt.ts';

/** The current invoice, and the last day on which its payer may request a correction. */
interface Correctable {
  number: string;
  /** `YYYY-MM-DD` in India, inclusive. */
  until: string;
}

/**
 * @returns undefined if no correction is possible: there is no invoice, the order is erased or not booked, or
 * the period has ended
 */
export function correctableInvoice(
  order: Order,
  documents: readonly DocumentName[],
  now: Date,
): Correctable | undefined {
  const invoice = documents.findLast(({ kind }) => kind === 'invoice');
  if (!invoice || isErased(order) || !isBooked(order)) return undefined;
  const until = lastDayToAsk(invoice.issuedOn);
  return dayInIndia(now) <= until ? { number: invoice.number, until } : undefined;
}

/** A request counts as declined once its case is closed. */
const hasCase = sql<boolean>`exists (select from cases where cases.order_id = billing_corrections.order_id
  and cases.kind = 'invoice_correction' and cases.closed_at is null)`;

/** @returns the payer's pending request */
export async function openCorrection(
  database: Kysely<Database> | Transaction<Database>,
  orderId: string,
): Promise<CorrectionRequest | undefined> {
  const row = await database
    .selectFrom('billing_corrections')
    .select('billing')
    .where('order_id', '=', orderId)
    .where('settled_at', 'is', null)
    .where(hasCase)
    .executeTakeFirst();
  return row && correctedBilling.parse(row.billing, orderId);
}

const tooLate = 'This invoice cannot be changed now. Please write to us.';

/** Stores the request. A new request replaces the pending one, so that there is one case at a time. */
async function keep(
  transaction: Transaction<Database>,
  orderId: string,
  number: string,
  billing: CorrectionRequest,
): Promise<void> {
  const isOpen = (await openCorrection(transaction, orderId)) !== undefined;
  const requested = { billing: JSON.stringify(billing), requested_at: databaseNow, settled_at: null };
  const { times } = await transaction
    .insertInto('billing_corrections')
    .values({ order_id: orderId, ...requested })
    .onConflict((conflict) =>
      conflict
        .column('order_id')
        .doUpdateSet({ ...requested, times: sql<number>`billing_corrections.times + ${isOpen ? 0 : 1}` }),
    )
    .returning('times')
    .executeTakeFirstOrThrow();
  await openFoundCase(transaction, {
    kind: 'invoice_correction',
    subject: `${number} ${times}`,
    orderId,
    reason: `${caseDescriptions.invoice_correction} (${number})`,
  });
}

/**
 * @param token token of the receipt, which permits the request; an operator decides
 * @returns undefined if no order has this token
 * @throws Refusal `conflict` if the invoice can no longer be changed, or not yet; `invalid` if details are
 * missing
 */
export function askCorrection(
  { database, now }: { database: Kysely<Database>; now: () => Date },
  token: string,
  billing: CorrectionRequest,
): Promise<{ asked: true } | undefined> {
  return transact(database, async (transaction) => {
    const order = await lockOrder(transaction, 'receipt_token', token);
    if (!order) return undefined;
    const invoice = correctableInvoice(order, await documentsWithPdf(transaction, order.id), now());
    if (!invoice) throw new Refusal('conflict', 'correction_refused', tooLate);
    patchedBilling(order, billing);
    await keep(transaction, order.id, invoice.number, billing);
    return { asked: true as const };
  });
}

/** @returns the correction as shown on the receipt */
export async function correctionOfReceipt(
  { database, now }: { database: Kysely<Database>; now: () => Date },
  order: Order,
  documents: readonly DocumentName[],
): Promise<Pick<ReceiptData, 'correction_until' | 'correction_asked'>> {
  const invoice = correctableInvoice(order, documents, now());
  if (!invoice) return {};
  const asked = (await openCorrection(database, order.id)) !== undefined;
  return { correction_until: invoice.until, ...(asked && { correction_asked: true }) };
}
