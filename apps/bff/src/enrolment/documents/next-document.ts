/** Which document a request becomes, given the documents issued before. Pure. */
import { type TaxPlace, taxPlaceOf } from '@meridian/contracts/enrolment/gst-parts';
import { taxRateOn } from '@meridian/contracts/enrolment/tax-rates';
import { type Amounts, amountsOf, differenceOf, nothing, sumOf } from './amounts.ts';
import type { IssuedDocument } from './issued.ts';
import type { Correction, DocumentDetails, DocumentKind, Supply } from './supply.ts';

export interface NextDocument {
  kind: DocumentKind;
  amounts: Amounts;
  placeOfSupply: string;
  /** The document that this one corrects; its buyer and supplier are those of this one. */
  corrects: (Correction & { document: IssuedDocument }) | null;
  /** What the invoice follows. */
  advance: DocumentDetails['advance'];
  /** A commercial credit note: it no longer reduces the tax. */
  withoutTax: boolean;
}

export interface RequestFacts {
  supply: Supply;
  /** Null for an invoice; else what is credited in all, in paise. */
  credit: (Correction & { totalPaise: number }) | null;
  /** The batch is not over, and its invoice is due at its end. */
  isAdvance: boolean;
  /** A credit note no longer reduces the tax. */
  isLate: boolean;
}

/** @returns the place of supply; derived now if the order was made before a supplier was configured */
export function placeOfSupplyOf(supply: Supply, supplierState: string): string {
  return supply.placeOfSupply ?? supply.buyer.state ?? supplierState;
}

const taxPlaceOfDocument = ({ eInvoice, placeOfSupply }: IssuedDocument): TaxPlace =>
  taxPlaceOf(eInvoice.SellerDtls.Stcd, placeOfSupply);

function sumOfKind(issued: readonly IssuedDocument[], kind: DocumentKind): Amounts {
  return sumOf(issued.filter((document) => document.kind === kind).map(({ amounts }) => amounts));
}

/** @returns what is invoiced, less credit notes */
export function invoicedAmounts(issued: readonly IssuedDocument[]): Amounts {
  return differenceOf(sumOfKind(issued, 'invoice'), sumOfKind(issued, 'credit_note'));
}

/** @returns the advance of the receipt vouchers, less refund vouchers */
export function advancedAmounts(issued: readonly IssuedDocument[]): Amounts {
  return differenceOf(sumOfKind(issued, 'receipt_voucher'), sumOfKind(issued, 'refund_voucher'));
}

function nextInvoice(
  { supply, isAdvance }: RequestFacts,
  issued: readonly IssuedDocument[],
  supplierState: string,
): NextDocument {
  const placeOfSupply = placeOfSupplyOf(supply, supplierState);
  const place = taxPlaceOf(supplierState, placeOfSupply);
  const { percent } = taxRateOn(supply.pricedOn);
  const whole = amountsOf(supply.totalPaise, place, percent);
  const document = (kind: DocumentKind, amounts: Amounts, advance: NextDocument['advance'] = null) => ({
    kind,
    amounts,
    placeOfSupply,
    corrects: null,
    advance,
    withoutTax: false,
  });
  if (issued.some(({ kind }) => kind === 'invoice'))
    return document('invoice', differenceOf(whole, invoicedAmounts(issued)));
  const advanced = advancedAmounts(issued);
  if (isAdvance) return document('receipt_voucher', differenceOf(whole, advanced));
  const voucher = issued.findLast(({ kind }) => kind === 'receipt_voucher');
  if (!voucher) return document('invoice', whole);
  const { totalPaise } = advanced;
  const amounts = taxPlaceOfDocument(voucher) === place ? advanced : amountsOf(totalPaise, place, percent);
  const { number, issuedOn } = voucher;
  return document('invoice', amounts, { number, issuedOn, paise: totalPaise });
}

const withoutTax = ({ totalPaise }: Amounts): Amounts => ({
  ...nothing,
  taxablePaise: totalPaise,
  totalPaise,
});

function nextCorrection(
  { supply, isLate }: RequestFacts,
  { totalPaise, reason, cancelledSeats }: Correction & { totalPaise: number },
  issued: readonly IssuedDocument[],
): NextDocument | undefined {
  const invoice = issued.findLast(({ kind }) => kind === 'invoice');
  const document = invoice ?? issued.findLast(({ kind }) => kind === 'receipt_voucher');
  if (!document) return undefined;
  const place = taxPlaceOfDocument(document);
  const { percent } = taxRateOn(supply.pricedOn);
  const documented = invoice ? invoicedAmounts(issued) : advancedAmounts(issued);
  const uncredited = differenceOf(
    amountsOf(supply.totalPaise, place, percent),
    amountsOf(totalPaise, place, percent),
  );
  const amounts = differenceOf(documented, uncredited);
  // The advance of a voucher was not supplied yet.
  const isCommercial = isLate && invoice !== undefined;
  return {
    kind: invoice ? 'credit_note' : 'refund_voucher',
    amounts: isCommercial ? withoutTax(amounts) : amounts,
    placeOfSupply: document.placeOfSupply,
    corrects: { document, reason, cancelledSeats },
    advance: null,
    withoutTax: isCommercial,
  };
}

/**
 * An invoice is corrected by a credit note, an advance by a refund voucher, and the invoice after an advance is for the part
 * that was not refunded. Each amount is the total due less the documents issued so far, so that rounding never adds up.
 *
 * @param issued the order's documents, oldest first
 * @returns undefined if no amount is left to document
 */
export function nextDocument(
  facts: RequestFacts,
  issued: readonly IssuedDocument[],
  supplierState: string,
): NextDocument | undefined {
  const next = facts.credit
    ? nextCorrection(facts, facts.credit, issued)
    : nextInvoice(facts, issued, supplierState);
  return next && next.amounts.totalPaise > 0 ? next : undefined;
}
