/** The texts of a document's PDF, in reading order. Pure. */
import { formatPaise } from '@meridian/contracts/enrolment/pricing';
import { stateName } from '@meridian/contracts/enrolment/states';
import { indianDay } from '../e-invoice.ts';
import type { IssuedDocument } from '../issued.ts';
import type { CorrectionReason, DocumentKind } from '../supply.ts';

export interface PdfContent {
  title: string;
  /** Copy marking under rule 48(2) of the CGST Rules. */
  copy: string;
  supplier: readonly string[];
  /** Label and value of each fact. */
  facts: readonly (readonly [string, string])[];
  buyer: readonly string[];
  columns: readonly string[];
  item: readonly string[];
  sums: readonly (readonly [string, string])[];
  total: readonly [string, string];
  /** The advance received before an invoice, and the balance. */
  paid: readonly (readonly [string, string])[];
  footnotes: readonly string[];
  /**
   * The portal's signed QR code. The PDF has no other code or link, because not every reader of the document
   * may act for the payer.
   */
  signedQr: string | null;
}

const titles: Record<DocumentKind, string> = {
  invoice: 'Tax invoice',
  credit_note: 'Credit note',
  receipt_voucher: 'Receipt voucher',
  refund_voucher: 'Refund voucher',
};

const stateWithCode = (code: string) => `${stateName(code)} (${code})`;

const amount = (paise: number) => formatPaise(paise).replace(/^([^.]*)$/, '$1.00');
const rupees = (value: number) => amount(Math.round(value * 100));

function factsOf(document: IssuedDocument): [string, string][] {
  const { kind, number, issuedOn, details, reference, placeOfSupply } = document;
  const corrected = kind === 'refund_voucher' ? 'Receipt voucher' : 'Invoice';
  return [
    ['Number', number],
    ['Date', indianDay(issuedOn)],
    ...(reference !== null && details.referenceIssuedOn !== null
      ? ([[corrected, `${reference} of ${indianDay(details.referenceIssuedOn)}`]] as [string, string][])
      : []),
    ...(details.advance
      ? ([['Receipt voucher', `${details.advance.number} of ${indianDay(details.advance.issuedOn)}`]] as [
          string,
          string,
        ][])
      : []),
    ['Place of supply', stateWithCode(placeOfSupply)],
    ['Reverse charge', 'No'],
    ...(details.poNumber ? ([['Your order', details.poNumber]] as [string, string][]) : []),
    ['Booking', details.bookingNumber],
    ['Payment', details.paymentId],
  ];
}

function buyerOf({ eInvoice: { BuyerDtls: buyer }, registered }: IssuedDocument): string[] {
  const place = `${buyer.Pin ? `PIN ${buyer.Pin}, ` : ''}${stateWithCode(buyer.Stcd)}`;
  // If the buyer gave no address, the schema requires a substitute, which is the state.
  const street = buyer.Addr1 === buyer.Loc ? [] : [buyer.Addr1];
  if (!registered) return [buyer.LglNm, ...street, place].filter(Boolean);
  return [buyer.LglNm, `GSTIN ${buyer.Gstin}`, buyer.Addr1, place];
}

/** Taxes of 0 are left out. */
function taxesOf({ amounts, eInvoice }: IssuedDocument): [string, string][] {
  const percent = eInvoice.ItemList[0]?.GstRt ?? 0;
  const rows: [string, number, number][] = [
    ['CGST', percent / 2, amounts.cgstPaise],
    ['SGST', percent / 2, amounts.sgstPaise],
    ['UTGST', percent / 2, amounts.utgstPaise],
    ['IGST', percent, amounts.igstPaise],
    ['Round off', 0, amounts.roundOffPaise],
  ];
  return rows
    .filter(([, , paise]) => paise !== 0)
    .map(([name, rate, paise]) => [rate > 0 ? `${name} ${rate}%` : name, amount(paise)]);
}

function sumsOf(document: IssuedDocument): [string, string][] {
  const item = document.eInvoice.ItemList[0];
  const { couponCode } = document.details;
  const discounted: [string, string][] =
    item && item.Discount > 0
      ? [
          ['Sub total', rupees(item.TotAmt)],
          [`Discount${couponCode ? ` (${couponCode})` : ''}`, rupees(-item.Discount)],
        ]
      : [];
  if (document.withoutTax) return [];
  return [...discounted, ['Taxable value', amount(document.amounts.taxablePaise)], ...taxesOf(document)];
}

function paidOf({ amounts, details: { advance } }: IssuedDocument): [string, string][] {
  if (!advance) return [];
  return [
    ['Advance received', amount(-advance.paise)],
    ['Balance', amount(amounts.totalPaise - advance.paise)],
  ];
}

/** Rule 46 requires no signature on an electronic invoice. Rules 50, 51 and 53 have no such exemption. */
function signatureOf({ kind, eInvoice, details }: IssuedDocument): string {
  if (kind === 'invoice')
    return 'Issued electronically under the Information Technology Act, 2000: valid without a signature.';
  const name = details.signatory === null ? '' : `${details.signatory}, `;
  return `For ${eInvoice.SellerDtls.LglNm}: ${name}authorised signatory`;
}

const reasonTexts: Record<CorrectionReason, string> = {
  cancellation: 'Cancelled',
  part_cancellation: 'Cancelled',
  goodwill: 'Reduction of the price; the booking does not change',
  correction: "Correction of the buyer's details; the booking does not change",
  dispute: "Chargeback by the payer's bank",
  returned: 'Payment refunded; no seats were booked',
};

/** @returns the lines above the course that say why a document is corrected */
function reasonOf({ correction, seats }: IssuedDocument['details']): string {
  if (!correction) return '';
  const { reason, cancelledSeats } = correction;
  const part = cancelledSeats > 0 ? `, ${cancelledSeats} of ${seats} seats` : '';
  return `${reasonTexts[reason]}${part}\n`;
}

function itemOf({ eInvoice, details }: IssuedDocument): string[] {
  const item = eInvoice.ItemList[0];
  if (!item) return [];
  const { startsOn, endsOn } = details;
  const days = startsOn === endsOn ? indianDay(startsOn) : `${indianDay(startsOn)} to ${indianDay(endsOn)}`;
  return [
    `${reasonOf(details)}${details.course}\nTraining, ${days}`,
    item.HsnCd,
    String(item.Qty),
    rupees(item.UnitPrice),
    rupees(item.TotAmt),
  ];
}

const withoutTaxNote =
  'Without GST: section 34(2) of the CGST Act, 2017 allows no reduction of tax after 30 November following the ' +
  'financial year of the supply.';

export function pdfContentOf(document: IssuedDocument): PdfContent {
  const { eInvoice, irn, ackNo, ackOn } = document;
  const { SellerDtls: seller } = eInvoice;
  const registration = irn === null ? [] : [`IRN ${irn}`, `Acknowledgement ${ackNo ?? ''} of ${ackOn ?? ''}`];
  return {
    title: document.withoutTax ? 'Commercial credit note' : titles[document.kind],
    copy: 'ORIGINAL FOR RECIPIENT',
    supplier: [
      seller.LglNm,
      seller.Addr1,
      `${seller.Loc} ${seller.Pin ?? ''}, ${stateWithCode(seller.Stcd)}`,
      `GSTIN ${seller.Gstin}`,
    ],
    facts: factsOf(document),
    buyer: buyerOf(document),
    columns: ['Description', 'SAC', 'Qty', 'Rate', 'Amount'],
    item: itemOf(document),
    sums: sumsOf(document),
    total: ['Total', amount(document.amounts.totalPaise)],
    paid: paidOf(document),
    footnotes: [...registration, ...(document.withoutTax ? [withoutTaxNote] : []), signatureOf(document)],
    signedQr: document.signedQr,
  };
}
