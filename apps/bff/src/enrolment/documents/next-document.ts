/** Computes which document a request becomes, from the documents issued before. Pure. */
import { type TaxPlace, taxPlaceOf } from '@meridian/contracts/enrolment/gst-parts';
import { taxRateOn } from '@meridian/contracts/enrolment/tax-rates';
import { type Amounts, amountsOf, differenceOf, nothing, sumOf } from './amounts.ts';
import type { IssuedDocument } from './issued.ts';
import type { Correction, DocumentDetails, DocumentKind, Supply } from './supply.ts';

export interface NextDocument {
  kind: DocumentKind;
  amounts: Amounts;
  placeOfSupply: string;
  /**
   * The document that this one corrects. The new document has the buyer and the supplier of that document.
   */
  corrects: (Correction & { document: IssuedDocument }) | null;
  /** The receipt voucher that the invoice follows. */
  advance: DocumentDetails['advance'];
  /** True for a commercial credit note, which does not reduce the tax. */
  withoutTax: boolean;
}

export interface RequestFacts {
  supply: Supply;
  /** Null for an invoice; otherwise the sum of all credits, in paise. */
  credit: (Correction & { totalPaise: number }) | null;
  /** True if the invoice is due at the end of the batch, and the batch has not ended. */
  isAdvance: boolean;
  /** True if a credit note no longer reduces the tax. */
  isLate: boolean;
}

/**
 * @returns the place of supply; if the order was made before a supplier was configured, the buyer's state, or
 * the supplier's state if the buyer's state is unknown
 */
export function placeOfSupplyOf(supply: Supply, supplierState: string): string {
  return supply.placeOfSupply ?? supply.buyer.state ?? supplierState;
}

const taxPlaceOfDocument = ({ eInvoice, placeOfSupply }: IssuedDocument): TaxPlace =>
  taxPlaceOf(eInvoice.SellerDtls.Stcd, placeOfSupply);

function sumOfKind(issued: readonly IssuedDocument[], kind: DocumentKind): Amounts {
  return sumOf(issued.filter((document) => document.kind === kind).map(({ amounts }) => amounts));
}

/** @returns the invoices less the credit notes */
export function invoicedAmounts(issued: readonly IssuedDocument[]): Amounts {
  return differenceOf(sumOfKind(issued, 'invoice'), sumOfKind(issued, 'credit_note'));
}

/** @returns the receipt vouchers less the refund vouchers */
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
  // The course that an advance pays for has not ended, so the tax of the advance can still be reduced.
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
 * A credit note corrects an invoice, a refund voucher corrects an advance. The invoice after an advance
 * covers the part that was not refunded. Each amount is the total due less the documents issued so far, so
 * that rounding errors do not add up.
 *
 * @param issued the order's documents, oldest first
 * @returns the next document; undefined if no amount is left to document
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
