/** Which document a request becomes, given the documents issued before. Pure. */
import { type TaxPlace, taxPlaceOf } from '@meridian/contracts/checkout/gst-parts';
import { taxRateOn } from '@meridian/contracts/checkout/tax-rates';
import { type Amounts, amountsOf, differenceOf, sumOf } from './amounts.ts';
import type { IssuedDocument } from './issued.ts';
import type { DocumentKind, Supply } from './supply.ts';

export interface NextDocument {
  kind: DocumentKind;
  amounts: Amounts;
  placeOfSupply: string;
  /** The document that this one corrects. */
  reference: IssuedDocument | undefined;
}

export interface RequestFacts {
  supply: Supply;
  /** Total to be credited, in paise; null for an invoice. */
  creditedPaise: number | null;
  /** The batch is not over, and its invoice is due at its end. */
  isAdvance: boolean;
}

const sumOfKind = (issued: readonly IssuedDocument[], kind: DocumentKind) =>
  sumOf(issued.filter((document) => document.kind === kind).map(({ amounts }) => amounts));

/** @returns the place of supply; derived now if the order was made before a supplier was configured */
function placeOf(supply: Supply, supplierState: string): { placeOfSupply: string; place: TaxPlace } {
  const placeOfSupply = supply.placeOfSupply ?? supply.buyer.state ?? supplierState;
  return { placeOfSupply, place: taxPlaceOf(supplierState, placeOfSupply) };
}

/**
 * An invoice is corrected by a credit note, an advance by a refund voucher, and the invoice after an advance is for the part
 * that was not refunded. Each amount is the total due less the documents issued so far, so that rounding never adds up.
 *
 * @param issued the order's documents, oldest first
 * @returns undefined where no amount is left to document
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
  const invoiced = differenceOf(sumOfKind(issued, 'invoice'), sumOfKind(issued, 'credit_note'));
  const advanced = differenceOf(sumOfKind(issued, 'receipt_voucher'), refunded);
  const document = (kind: DocumentKind, amounts: Amounts, reference?: IssuedDocument) =>
    amounts.totalPaise > 0 ? { kind, amounts, placeOfSupply, reference } : undefined;
  if (creditedPaise === null) {
    if (invoice) return document('invoice', differenceOf(whole, invoiced));
    if (isAdvance) return document('receipt_voucher', differenceOf(whole, advanced));
    return document('invoice', differenceOf(whole, refunded));
  }
  const credited = amountsOf(creditedPaise, place, percent);
  const creditOf = (documented: Amounts) => differenceOf(credited, differenceOf(whole, documented));
  if (invoice) return document('credit_note', creditOf(invoiced), invoice);
  return voucher && document('refund_voucher', creditOf(advanced), voucher);
}
