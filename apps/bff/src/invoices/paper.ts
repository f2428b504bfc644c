/** The words of a document, in the order in which they stand on the paper. Pure: the drawing adds nothing to them. */
import { formatPaise } from '@meridian/contracts/checkout/pricing';
import { abroad, stateName } from '@meridian/contracts/checkout/states';
import { indianDay } from './e-invoice.ts';
import type { IssuedDocument } from './issued.ts';
import type { DocumentKind } from './supply.ts';

export interface Paper {
  title: string;
  supplier: readonly string[];
  /** Label and value. */
  facts: readonly (readonly [string, string])[];
  buyer: readonly string[];
  columns: readonly string[];
  item: readonly string[];
  sums: readonly (readonly [string, string])[];
  total: readonly [string, string];
  notes: readonly string[];
  /** Address of the receipt, for the code that a phone reads. */
  receiptUrl: string;
  /** Signed by the registration portal, in place of the receipt's code. */
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
    ['Place of supply', stateWithCode(placeOfSupply)],
    ['Reverse charge', 'No'],
    ...(details.poNumber ? ([['Your order', details.poNumber]] as [string, string][]) : []),
    ['Payment', details.paymentId],
  ];
}

function buyerOf({ eInvoice: { BuyerDtls: buyer }, registered }: IssuedDocument): string[] {
  if (!registered) return [buyer.LglNm, stateWithCode(buyer.Stcd)].filter(Boolean);
  const place = `${buyer.Pin ? `PIN ${buyer.Pin}, ` : ''}${stateWithCode(buyer.Stcd)}`;
  return [buyer.LglNm, `GSTIN ${buyer.Gstin}`, buyer.Addr1, place];
}

/** A tax that is nothing is not named; the kind of the parts is that of the place of supply. */
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
  return [...discounted, ['Taxable value', amount(document.amounts.taxablePaise)], ...taxesOf(document)];
}

const exportWords = 'SUPPLY MEANT FOR EXPORT ON PAYMENT OF INTEGRATED TAX';
const unsigned =
  'Issued electronically under the Information Technology Act, 2000: valid without a signature.';

function itemOf({ eInvoice, details, kind }: IssuedDocument): string[] {
  const item = eInvoice.ItemList[0];
  if (!item) return [];
  const { startsOn, endsOn } = details;
  const days = startsOn === endsOn ? indianDay(startsOn) : `${indianDay(startsOn)} to ${indianDay(endsOn)}`;
  const back = kind === 'credit_note' || kind === 'refund_voucher' ? 'Cancelled: ' : '';
  return [
    `${back}${details.course}\nTraining, ${days}`,
    item.HsnCd,
    String(item.Qty),
    rupees(item.UnitPrice),
    rupees(item.TotAmt),
  ];
}

/** @param publicUrl origin of the site */
export function paperOf(document: IssuedDocument, publicUrl: string): Paper {
  const { eInvoice, details, irn, ackNo, ackOn } = document;
  const { SellerDtls: seller } = eInvoice;
  const registration = irn === null ? [] : [`IRN ${irn}`, `Acknowledgement ${ackNo ?? ''} of ${ackOn ?? ''}`];
  return {
    title: titles[document.kind],
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
    notes: [...(document.placeOfSupply === abroad ? [exportWords] : []), ...registration, unsigned],
    receiptUrl: new URL(details.receiptPath, publicUrl).href,
    signedQr: document.signedQr,
  };
}
