/**
 * A tax document in the format of the e-invoice schema, version 1.1: amounts in rupees, days as `dd/mm/yyyy`.
 */
import { stateOfGstin } from '@meridian/contracts/enrolment/gstin';
import { rupeesOf } from '@meridian/contracts/enrolment/pricing';
import { stateName } from '@meridian/contracts/enrolment/states';
import type { TaxRate } from '@meridian/contracts/enrolment/tax-rates';
import { z } from 'zod';
import type { Supplier } from '../../platform/settings/supplier.ts';
import type { Amounts } from './amounts.ts';
import type { DocumentDetails, DocumentKind, Supply } from './supply.ts';

const party = z.object({
  /** `URP` if not registered. */
  Gstin: z.string(),
  LglNm: z.string(),
  Addr1: z.string(),
  Loc: z.string(),
  /** Absent if unknown. */
  Pin: z.number().optional(),
  Stcd: z.string(),
});
type Party = z.output<typeof party>;

const item = z.object({
  SlNo: z.literal('1'),
  PrdDesc: z.string(),
  IsServc: z.literal('Y'),
  HsnCd: z.string(),
  Qty: z.number(),
  Unit: z.literal('OTH'),
  UnitPrice: z.number(),
  TotAmt: z.number(),
  Discount: z.number(),
  AssAmt: z.number(),
  GstRt: z.number(),
  IgstAmt: z.number(),
  CgstAmt: z.number(),
  /** Also UTGST, in union territories without a legislature. */
  SgstAmt: z.number(),
  TotItemVal: z.number(),
});

export const eInvoiceSchema = z.object({
  Version: z.literal('1.1'),
  TranDtls: z.object({
    TaxSch: z.literal('GST'),
    SupTyp: z.enum(['B2B', 'B2C']),
    RegRev: z.literal('N'),
  }),
  DocDtls: z.object({ Typ: z.enum(['INV', 'CRN', 'RCV', 'RFV']), No: z.string(), Dt: z.string() }),
  SellerDtls: party,
  BuyerDtls: party.extend({ Pos: z.string() }),
  ItemList: z.array(item),
  ValDtls: z.object({
    AssVal: z.number(),
    CgstVal: z.number(),
    SgstVal: z.number(),
    IgstVal: z.number(),
    Discount: z.number(),
    RndOffAmt: z.number(),
    TotInvVal: z.number(),
  }),
  RefDtls: z
    .object({
      PrecDocDtls: z.array(z.object({ InvNo: z.string(), InvDt: z.string() })).optional(),
      ContrDtls: z.array(z.object({ PORefr: z.string() })).optional(),
    })
    .optional(),
});
export type EInvoice = z.output<typeof eInvoiceSchema>;

const typeOf = {
  invoice: 'INV',
  credit_note: 'CRN',
  receipt_voucher: 'RCV',
  refund_voucher: 'RFV',
} as const satisfies Record<DocumentKind, EInvoice['DocDtls']['Typ']>;

/** @param day `YYYY-MM-DD` */
export function indianDay(day: string): string {
  return day.split('-').toReversed().join('/');
}

export interface DocumentFacts {
  kind: DocumentKind;
  number: string;
  issuedOn: string;
  supplier: Supplier;
  supply: Supply;
  placeOfSupply: string;
  rate: TaxRate;
  amounts: Amounts;
  /** The document that is corrected. The correction takes buyer and supplier from that document. */
  corrected:
    | {
        number: string;
        issuedOn: string;
        eInvoice: EInvoice;
        details: Pick<DocumentDetails, 'course' | 'poNumber'>;
      }
    | undefined;
}

function sellerOf({ gstin, legalName, address }: Supplier): Party {
  const { street: Addr1, town: Loc, pin } = address;
  return { Gstin: gstin, LglNm: legalName, Addr1, Loc, Pin: Number(pin), Stcd: gstin.slice(0, 2) };
}

function buyerOf({ buyer }: Supply, placeOfSupply: string): EInvoice['BuyerDtls'] {
  const registeredIn = buyer.company && stateOfGstin(buyer.company.gstin);
  const Stcd = registeredIn ?? buyer.state ?? placeOfSupply;
  const Loc = stateName(Stcd);
  const Pos = placeOfSupply;
  if (!buyer.company) {
    const { address: Addr1 = Loc, pin } = buyer.address ?? {};
    return { Gstin: 'URP', LglNm: buyer.name, Addr1, Loc, ...(pin && { Pin: Number(pin) }), Stcd, Pos };
  }
  const { gstin: Gstin, legal_name: LglNm, address: Addr1, pin } = buyer.company;
  return { Gstin, LglNm, Addr1, Loc, Pin: Number(pin), Stcd, Pos };
}

function itemOf({ supply, rate, amounts, kind, corrected }: DocumentFacts): EInvoice['ItemList'][number] {
  // The invoice of a whole order shows seats and unit price. Any other amount is a single item.
  const isComplete = kind !== 'credit_note' && kind !== 'refund_voucher';
  const isAsPriced = isComplete && amounts.taxablePaise === supply.subTotalPaise - supply.discountPaise;
  const grossPaise = isAsPriced ? supply.subTotalPaise : amounts.taxablePaise;
  const quantity = isAsPriced ? supply.seats : 1;
  return {
    SlNo: '1',
    PrdDesc: (corrected?.details.course ?? supply.course).slice(0, 300),
    IsServc: 'Y',
    HsnCd: rate.sac,
    Unit: 'OTH',
    Qty: quantity,
    UnitPrice: rupeesOf(isAsPriced ? supply.unitPaise : grossPaise),
    TotAmt: rupeesOf(grossPaise),
    Discount: rupeesOf(grossPaise - amounts.taxablePaise),
    AssAmt: rupeesOf(amounts.taxablePaise),
    GstRt: rate.percent,
    IgstAmt: rupeesOf(amounts.igstPaise),
    CgstAmt: rupeesOf(amounts.cgstPaise),
    SgstAmt: rupeesOf(amounts.sgstPaise + amounts.utgstPaise),
    TotItemVal: rupeesOf(amounts.totalPaise - amounts.roundOffPaise),
  };
}

/**
 * @returns the document in the schema of the invoice registration portal. The portal does not register
 * vouchers; their types `RCV` and `RFV` are not the portal's.
 */
export function eInvoiceOf(facts: DocumentFacts): EInvoice {
  const { kind, number, issuedOn, supplier, supply, placeOfSupply, amounts, corrected } = facts;
  const item = itemOf(facts);
  const order = corrected ? corrected.details.poNumber : supply.buyer.company?.po_number;
  const references = {
    ...(corrected && { PrecDocDtls: [{ InvNo: corrected.number, InvDt: indianDay(corrected.issuedOn) }] }),
    ...(order && { ContrDtls: [{ PORefr: order }] }),
  };
  const supplyType = supply.buyer.company ? 'B2B' : 'B2C';
  return {
    Version: '1.1',
    TranDtls: {
      TaxSch: 'GST',
      RegRev: 'N',
      SupTyp: corrected?.eInvoice.TranDtls.SupTyp ?? supplyType,
    },
    DocDtls: { Typ: typeOf[kind], No: number, Dt: indianDay(issuedOn) },
    SellerDtls: corrected?.eInvoice.SellerDtls ?? sellerOf(supplier),
    BuyerDtls: corrected?.eInvoice.BuyerDtls ?? buyerOf(supply, placeOfSupply),
    ItemList: [item],
    ValDtls: {
      AssVal: item.AssAmt,
      CgstVal: item.CgstAmt,
      SgstVal: item.SgstAmt,
      IgstVal: item.IgstAmt,
      Discount: 0,
      RndOffAmt: rupeesOf(amounts.roundOffPaise),
      TotInvVal: rupeesOf(amounts.totalPaise),
    },
    ...(Object.keys(references).length > 0 && { RefDtls: references }),
  };
}
