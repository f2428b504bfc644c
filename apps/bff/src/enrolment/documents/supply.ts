/** The snapshot of an order from which its tax documents are made. */
import type { BillingAddress, Company, CorrectionRequest } from '@meridian/contracts/enrolment/billing';
import { z } from 'zod';

/** A credit note corrects an invoice, a refund voucher corrects a receipt voucher. */
export const documentKinds = ['invoice', 'credit_note', 'receipt_voucher', 'refund_voucher'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** Why a document is corrected. The wording of a credit note depends on it. */
export const correctionReasons = [
  'cancellation',
  'part_cancellation',
  /** The price was reduced, and the booking stays. */
  'goodwill',
  /** The buyer's details were wrong, and the booking stays. */
  'correction',
  'dispute',
  /** A payment without a booking was refunded. */
  'returned',
] as const;
export type CorrectionReason = (typeof correctionReasons)[number];

export const correctionSchema = z.object({
  reason: z.enum(correctionReasons),
  cancelledSeats: z.number(),
});
export type Correction = z.output<typeof correctionSchema>;

// The schemas of stored data are looser than those of input, so that a change of the input's rules makes no
// stored row unreadable.
const text = z.string();
const companyShape = z.object({
  legal_name: text,
  gstin: text,
  address: text,
  pin: text,
  invoice_email: text.optional(),
  po_number: text.optional(),
  sez: z.boolean().optional(),
});
const addressShape = z.object({ address: text, pin: text });
export const storedCompany: z.ZodType<Company> = companyShape;
export const storedAddress: z.ZodType<BillingAddress> = addressShape;
export const storedCorrection: z.ZodType<CorrectionRequest> = z.object({
  first_name: text.optional(),
  last_name: text.optional(),
  state: text.optional(),
  company: companyShape.partial().nullable().optional(),
  address: addressShape.partial().nullable().optional(),
});

/** An order as of its payment. Amounts are in whole paise. */
export const supplySchema = z.object({
  bookingNumber: text,
  paymentId: text,
  buyer: z.object({
    name: text,
    state: text.nullable(),
    company: storedCompany.nullable(),
    /** Address of a buyer who is not a company, if entered. */
    address: storedAddress.nullish(),
  }),
  course: text,
  startsOn: text,
  endsOn: text,
  /** The day whose tax rate the price includes, `YYYY-MM-DD` in India. */
  pricedOn: text,
  seats: z.number(),
  unitPaise: z.number(),
  subTotalPaise: z.number(),
  discountPaise: z.number(),
  couponCode: text.nullable(),
  /** The amount paid, tax included. */
  totalPaise: z.number(),
  /** Two-digit code; null if the order was made without a configured supplier. */
  placeOfSupply: text.nullable(),
  placeAssumed: z.boolean(),
});
export type Supply = z.output<typeof supplySchema>;

/** Data that the PDF shows beside the data of the e-invoice. */
export const documentDetails = z.object({
  bookingNumber: text,
  paymentId: text,
  course: text,
  startsOn: text,
  endsOn: text,
  seats: z.number(),
  couponCode: text.nullable(),
  poNumber: text.nullable(),
  /** Date of the document that is corrected. */
  referenceIssuedOn: text.nullable(),
  correction: correctionSchema.nullable(),
  /** The person who signs for the supplier. */
  signatory: text.nullable(),
  /** The receipt voucher that an invoice follows, and its amount that was not refunded. */
  advance: z.object({ number: text, issuedOn: text, paise: z.number() }).nullable(),
});
export type DocumentDetails = z.output<typeof documentDetails>;
