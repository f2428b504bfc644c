/**
 * Issues a requested document in one short transaction: its number, its row and the job that renders its PDF.
 */

import { taxRateOn } from '@meridian/contracts/enrolment/tax-rates';
import { dayInIndia } from '@meridian/contracts/india-time';
import { type Kysely, sql, type Transaction } from 'kysely';
import { readClock } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { transact } from '../../platform/database/transact.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Supplier } from '../../platform/settings/supplier.ts';
import { writeOrderSearch } from '../search/order-search.ts';
import { isCreditLate } from './credit-deadline.ts';
import { seriesOf } from './document-number.ts';
import { eInvoiceOf } from './e-invoice.ts';
import { enqueueCreditNoteMail, enqueueForPayer } from './enqueue-document-mails.ts';
import { closeGlyphCase, missingGlyphs, openGlyphCase } from './glyphs.ts';
import { documentsOfOrder } from './issued.ts';
import { type NextDocument, nextDocument } from './next-document.ts';
import { postDocument } from './post-entries.ts';
import type { DocumentDetails, Supply } from './supply.ts';
import { requestSupply, type StoredRequest } from './tables.ts';
import { PeriodEndedError, takeNumber } from './take-number.ts';

export interface IssuingDependencies {
  database: Kysely<Database>;
  jobs: Pick<Jobs, 'enqueue'>;
  supplier: Supplier;
  /** Prefix of the document numbers. */
  prefix: string;
  /** When the invoice is issued: with the payment, or at the end of the batch after a receipt voucher. */
  issue: 'payment' | 'batch_end';
  /** Default: `takeNumber`. A test passes a sequence to show that sequences leave gaps. */
  take?: typeof takeNumber;
}

type Request = Omit<StoredRequest, 'supply'> & { supply: Supply };

function detailsOf(
  supply: Supply,
  { corrects, advance }: NextDocument,
  { signatory }: Supplier,
): DocumentDetails {
  const { bookingNumber, paymentId, course, startsOn, endsOn, seats, couponCode } =
    corrects?.document.details ?? supply;
  const poNumber = corrects ? corrects.document.details.poNumber : (supply.buyer.company?.po_number ?? null);
  return {
    bookingNumber,
    paymentId,
    course,
    startsOn,
    endsOn,
    seats,
    couponCode,
    poNumber,
    referenceIssuedOn: corrects?.document.issuedOn ?? null,
    correction: corrects && { reason: corrects.reason, cancelledSeats: corrects.cancelledSeats },
    advance,
    signatory,
  };
}

/**
 * Takes the next number of the kind's series, inserts the document and posts its ledger entries.
 *
 * @returns the number
 * @throws PeriodEndedError if a credit note with tax no longer reduces the tax
 */
export async function insertDocument(
  transaction: Transaction<Database>,
  { supplier, prefix, take = takeNumber }: IssuingDependencies,
  { id, order_id, supply }: Pick<Request, 'id' | 'order_id' | 'supply'>,
  next: NextDocument,
): Promise<string> {
  const { kind, amounts, placeOfSupply, corrects, withoutTax } = next;
  const taken = await take(transaction, seriesOf(prefix, kind, withoutTax));
  const { number, issuedOn } = taken;
  if (kind === 'credit_note' && !withoutTax && (await isLate(transaction, order_id, taken.issuedAt)))
    throw new PeriodEndedError(
      'the last day on which this credit note reduces the tax has ended',
      taken.issuedAt,
    );
  const rate = taxRateOn(supply.pricedOn);
  const eInvoice = eInvoiceOf({
    kind,
    number,
    issuedOn,
    supplier,
    supply,
    placeOfSupply,
    amounts,
    rate: withoutTax ? { ...rate, percent: 0 } : rate,
    corrected: corrects?.document,
  });
  const details = detailsOf(supply, next, supplier);
  await transaction
    .insertInto('invoices')
    .values({
      number,
      request_id: id,
      order_id,
      kind,
      reference: corrects?.document.number ?? null,
      series: taken.series,
      financial_year: taken.financialYear,
      serial: taken.serial,
      issued_at: taken.issuedAt,
      issued_on: issuedOn,
      registered: corrects ? corrects.document.registered : supply.buyer.company !== null,
      place_of_supply: placeOfSupply,
      place_assumed: corrects ? corrects.document.placeAssumed : supply.placeAssumed,
      taxable_paise: amounts.taxablePaise,
      cgst_paise: amounts.cgstPaise,
      sgst_paise: amounts.sgstPaise,
      utgst_paise: amounts.utgstPaise,
      igst_paise: amounts.igstPaise,
      round_off_paise: amounts.roundOffPaise,
      total_paise: amounts.totalPaise,
      without_tax: withoutTax,
      e_invoice: JSON.stringify(eInvoice),
      details: JSON.stringify(details),
    })
    .execute();
  const { paymentId } = details;
  await postDocument(transaction, { number, kind, amounts, orderId: order_id, paymentId, issuedOn });
  await writeOrderSearch(transaction, [order_id]);
  return number;
}

/**
 * Locks all requests of the order, so that its documents are issued one by one.
 *
 * @returns the oldest due request
 */
async function lockNext(
  transaction: Transaction<Database>,
  orderId: string,
  options: { alsoWaiting: boolean },
): Promise<Request | undefined> {
  await transaction
    .selectFrom('document_requests')
    .select('id')
    .where('order_id', '=', orderId)
    .orderBy('id')
    .forUpdate()
    .execute();
  const isDue = options.alsoWaiting
    ? sql<boolean>`coalesce(issue_from, clock_timestamp()) <= clock_timestamp()`
    : sql<boolean>`issue_from <= clock_timestamp()`;
  // A separate statement, because the snapshot of the first statement was taken before the lock was granted.
  const row = await transaction
    .selectFrom('document_requests')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('is_settled', '=', false)
    .where(isDue)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, supply: requestSupply.parse(row.supply, row.id) };
}

/** The start of the day after the batch, in India. */
const afterBatch = ({ endsOn }: Supply) =>
  sql<Date>`((${endsOn}::date + 1)::timestamp at time zone 'Asia/Kolkata')`;

/** @returns true if the invoice is due at the end of the batch, and the batch has not ended */
function isAdvance({ issue }: IssuingDependencies, { kind, supply }: Request, now: Date): boolean {
  return issue === 'batch_end' && kind === 'invoice' && dayInIndia(now) <= supply.endsOn;
}

/** @returns true if a credit note no longer reduces the tax of the order */
export async function isLate(
  transaction: Transaction<Database>,
  orderId: string,
  now: Date,
): Promise<boolean> {
  const { paid_at: paidAt } = await transaction
    .selectFrom('orders')
    .select('paid_at')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  return paidAt !== null && isCreditLate(paidAt, now);
}

function creditOf({ credited_paise: paise, reason, cancelled_seats: cancelledSeats }: Request) {
  if (paise === null || reason === null) return null;
  return { totalPaise: Number(paise), reason, cancelledSeats };
}

/**
 * Issues the next due document of an order.
 *
 * @returns its number; null if the request needed no document; undefined if nothing is due or a glyph is
 * missing
 */
async function issueNext(
  deps: IssuingDependencies,
  orderId: string,
  options: { alsoWaiting: boolean; notBefore: Date },
): Promise<string | null | undefined> {
  return transact(deps.database, async (transaction) => {
    const request = await lockNext(transaction, orderId, options);
    if (!request) return undefined;
    const clock = await readClock(transaction);
    // The time of a number never goes back. The clock may go back if another database server takes over.
    const now = new Date(Math.max(clock.getTime(), options.notBefore.getTime()));
    const advance = isAdvance(deps, request, now);
    const issued = await documentsOfOrder(transaction, orderId);
    const next = nextDocument(
      {
        supply: request.supply,
        credit: creditOf(request),
        isAdvance: advance,
        isLate: await isLate(transaction, orderId, now),
      },
      issued,
      deps.supplier.gstin.slice(0, 2),
    );
    // A correction takes the buyer from an issued document, whose glyphs were checked.
    const missing = next && !next.corrects && (await missingGlyphs(request.supply, deps.supplier));
    if (missing) {
      await openGlyphCase(transaction, request, missing);
      return undefined;
    }
    const waited = await closeGlyphCase(transaction, request);
    await transaction
      .updateTable('document_requests')
      .set(advance ? { issue_from: afterBatch(request.supply) } : { is_settled: true })
      .where('id', '=', request.id)
      .execute();
    if (!next) return null;
    // Inserted last, because the insertion locks the counter of the series for all orders.
    const number = await insertDocument(transaction, deps, request, next);
    await deps.jobs.enqueue('render-document', [number], { transaction });
    if (next.kind === 'credit_note') await enqueueCreditNoteMail(transaction, deps.jobs, { orderId, number });
    // The order's first document comes with the confirmation, unless it waited for missing glyphs.
    else if (issued.length > 0 || waited)
      await enqueueForPayer(transaction, deps.jobs, { orderId, numbers: [number] });
    return number;
  });
}

/**
 * Issues all due documents of an order, each in a separate transaction. Idempotent, and safe to run
 * concurrently.
 *
 * @param options.alsoWaiting also issues requests that wait for an operator
 * @returns the numbers of the documents that this call issued
 */
export async function issueDocuments(
  deps: IssuingDependencies,
  orderId: string,
  options = { alsoWaiting: false },
): Promise<string[]> {
  const numbers: string[] = [];
  let notBefore = new Date(0);
  for (;;) {
    try {
      const number = await issueNext(deps, orderId, { ...options, notBefore });
      if (number === undefined) return numbers;
      if (number !== null) numbers.push(number);
    } catch (error) {
      if (!(error instanceof PeriodEndedError)) throw error;
      notBefore = error.at;
    }
  }
}
