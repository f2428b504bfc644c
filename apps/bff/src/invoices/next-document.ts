/** Which document a request becomes, after what was issued before. Pure. */
import { type TaxPlace, taxPlaceOf } from '@meridian/contracts/checkout/gst-parts';
import { taxRateOn } from '@meridian/contracts/checkout/tax-rates';
import { type Amounts, amountsOf, lessOf, sumOf } from './amounts.ts';
import type { IssuedDocument } from './issued.ts';
import type { DocumentKind, Supply } from './supply.ts';

export interface NextDocument {
  kind: DocumentKind;
  amounts: Amounts;
  placeOfSupply: string;
  /** What it corrects. */
  reference: IssuedDocument | undefined;
}

export interface RequestFacts {
  supply: Supply;
  /** Null: it is to be invoiced. */
  creditedPaise: number | null;
  /** The batch is not over, and is invoiced at its end. */
  isAdvance: boolean;
}

const sumOfKind = (issued: readonly IssuedDocument[], kind: DocumentKind) =>
  sumOf(issued.filter((document) => document.kind === kind).map(({ amounts }) => amounts));

/** @returns the place of supply; of an order that was made without a supplier, as far as it is known now */
function placeOf(supply: Supply, supplierState: string): { placeOfSupply: string; place: TaxPlace } {
  const placeOfSupply = supply.placeOfSupply ?? supply.buyer.state ?? supplierState;
  return { placeOfSupply, place: taxPlaceOf(supplierState, placeOfSupply) };
}

/**
 * Paper follows the supply: what is invoiced is corrected by a credit note, an advance by a refund voucher, and the invoice
 * after an advance is for what was kept of it. Each amount is the whole so far less what is on paper, so that all documents
 * together are the whole to the paisa.
 *
 * @param issued the order's documents, oldest first
 * @returns undefined where nothing is left to be put on paper
 */
export function nextDocument(
  { supply, creditedPaise, isAdvance }: RequestFacts,
  issued: readonly IssuedDocument[],
  supplierState: string,
): NextDocument | undefined {
  const { placeOfSupply, place } = placeOf(supply, supplierState);
  const { percent } = taxRateOn(supply.pricedOn);
  const whole = amountsOf(supply.totalPaise, place, percent);
  const invoice = issued.findLast(({ kind }) => kind === 'invoice');
  const voucher = issued.findLast(({ kind }) => kind === 'receipt_voucher');
  const refunded = sumOfKind(issued, 'refund_voucher');
  const invoiced = lessOf(sumOfKind(issued, 'invoice'), sumOfKind(issued, 'credit_note'));
  const advanced = lessOf(sumOfKind(issued, 'receipt_voucher'), refunded);
  const document = (kind: DocumentKind, amounts: Amounts, reference?: IssuedDocument) =>
    amounts.totalPaise > 0 ? { kind, amounts, placeOfSupply, reference } : undefined;
  if (creditedPaise === null) {
    if (invoice) return document('invoice', lessOf(whole, invoiced));
    if (isAdvance) return document('receipt_voucher', lessOf(whole, advanced));
    return document('invoice', lessOf(whole, refunded));
  }
  const credited = amountsOf(creditedPaise, place, percent);
  const creditOf = (onPaper: Amounts) => lessOf(credited, lessOf(whole, onPaper));
  if (invoice) return document('credit_note', creditOf(invoiced), invoice);
  return voucher && document('refund_voucher', creditOf(advanced), voucher);
}
