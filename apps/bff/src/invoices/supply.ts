/** What an invoice needs to know of an order, as it was when the order was paid. */
import type { Company } from '@meridian/contracts/checkout/billing';

/** A tax invoice, or a receipt voucher and later an invoice, and what corrects either. */
export const documentKinds = ['invoice', 'credit_note', 'receipt_voucher', 'refund_voucher'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** Which document either becomes is decided when it is issued. */
export type RequestKind = 'invoice' | 'correction';

/** The snapshot of an order. Amounts in whole paise. */
export interface Supply {
  /** Address of the receipt, below the site. */
  receiptPath: string;
  paymentId: string;
  buyer: { name: string; state: string | null; company: Company | null };
  course: string;
  startsOn: string;
  endsOn: string;
  /** The day whose rate of tax is in the price, `YYYY-MM-DD` in India. */
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

/** What stands on the paper beside the data of the e-invoice. */
export interface DocumentDetails {
  receiptPath: string;
  paymentId: string;
  course: string;
  startsOn: string;
  endsOn: string;
  seats: number;
  couponCode: string | null;
  poNumber: string | null;
  /** Of the document that is corrected. */
  referenceIssuedOn: string | null;
}
