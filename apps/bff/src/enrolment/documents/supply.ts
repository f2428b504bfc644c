/** The snapshot of an order that its documents are made from. */
import type { BillingAddress, Company } from '@meridian/contracts/checkout/billing';

/** A credit note corrects an invoice, a refund voucher corrects a receipt voucher. */
export const documentKinds = ['invoice', 'credit_note', 'receipt_voucher', 'refund_voucher'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** An order as it was when it was paid. Amounts in whole paise. */
export interface Supply {
  /** Path of the receipt page. */
  receiptPath: string;
  paymentId: string;
  buyer: {
    name: string;
    state: string | null;
    company: Company | null;
    /** Of who is not registered, as far as it was told. */
    address?: BillingAddress | null;
  };
  course: string;
  startsOn: string;
  endsOn: string;
  /** The day whose tax rate is in the price, `YYYY-MM-DD` in India. */
  pricedOn: string;
  seats: number;
  unitPaise: number;
  subTotalPaise: number;
  discountPaise: number;
  couponCode: string | null;
  /** What was paid, tax included. */
  totalPaise: number;
  /** Two-digit code; null where the order was made without a supplier. */
  placeOfSupply: string | null;
  placeAssumed: boolean;
}

/** What the PDF shows beside the data of the e-invoice. */
export interface DocumentDetails {
  receiptPath: string;
  paymentId: string;
  course: string;
  startsOn: string;
  endsOn: string;
  seats: number;
  couponCode: string | null;
  poNumber: string | null;
  /** Date of the document that is corrected. */
  referenceIssuedOn: string | null;
}
