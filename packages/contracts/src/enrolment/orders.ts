/** Request and response schemas of orders and bookings. */
import { z } from 'zod';
import { attribution } from '../leads/attribution.ts';
import { emailSchema, firstName, lastName, phoneNumber } from '../leads/fields.ts';
import { marketingField } from '../leads/marketing.ts';
import { readNumber } from '../lenient.ts';
import { requestId } from '../requests.ts';
import { type Attendee, attendeeList } from './attendees.ts';
import { billing } from './billing.ts';
import { seats } from './seat-count.ts';

const contact = {
  first_name: firstName.schema,
  last_name: lastName.schema,
  email: emailSchema,
  phone_number: phoneNumber.schema,
};

/** An optional field that a program fills in. An invalid value is dropped, not refused. */
function extra<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().catch(undefined);
}

/** The code as typed; the server checks whether it is valid. */
export const couponCode = z.preprocess(
  (value) => (value === null || value === '' ? undefined : value),
  z
    .string({ error: 'Not a coupon code' })
    .trim()
    .min(1, { error: 'Not a coupon code' })
    .max(40, { error: 'Not a coupon code' })
    .optional(),
);

/** Last path segment of a receipt's URL. */
export const receiptTokenSchema = z.string().regex(/^[0-9a-f]{40}$/);

const extraAmount = extra(z.preprocess((value) => readNumber(value) ?? undefined, z.number().min(0)));

/** `POST /api/checkout`: the batch, the seats and the buyer. The server reads the fee itself. */
export const checkoutRequest = z.object({
  course_id: requestId,
  course_schedule_id: requestId,
  number_of_course: seats,
  ...contact,
  /** Total shown on the page, integer paise. If the server's total differs, no order is created. */
  expected_total: extra(z.preprocess((value) => readNumber(value) ?? undefined, z.int().min(0))),
  coupon: couponCode,
  /** Attendees that the payer has named; at most one per seat. */
  attendees: z.preprocess((value) => value || undefined, attendeeList.optional()),
  /** Buyer on the invoice: state, company and address. */
  billing,
  /** Receipt token of the visitor's unpaid order. Its seats and its coupon are transferred to this order. */
  replaces: extra(receiptTokenSchema),
  /** Token of a waiting-list offer, whose seats are used for this order. */
  offer: extra(receiptTokenSchema),
  attribution: extra(attribution),
  /** Consent to marketing, if given. */
  marketing: marketingField,
});
export type CheckoutRequest = z.infer<typeof checkoutRequest>;

/** Data that the payment widget needs. `amount` is in integer paise, other amounts are in rupees. */
export const checkoutData = z.object({
  /** Razorpay's order id. */
  order_id: z.string(),
  key_id: z.string(),
  amount: z.int(),
  currency: z.string(),
  fee: z.number(),
  sub_total: z.number(),
  /** Older servers do not send `discount` and `taxable`. */
  discount: z.number().optional(),
  taxable: z.number().optional(),
  gst_total: z.number(),
  total_fee: z.number(),
  /** Path of the receipt page, which shows the state of the order. */
  receipt_path: z.string(),
  /** End of the seat hold, ISO 8601; absent if no seats are held. */
  held_until: z.string().optional(),
  /** Seconds until `held_until`, for browsers with a wrong clock. */
  held_seconds: z.int().optional(),
});
export type CheckoutData = z.infer<typeof checkoutData>;

/**
 * The current price, if the page showed another price. No order was created. The fields are those of
 * `checkoutData`.
 */
export const changedPrice = checkoutData.pick({
  amount: true,
  currency: true,
  fee: true,
  sub_total: true,
  discount: true,
  taxable: true,
  gst_total: true,
  total_fee: true,
});
export type ChangedPrice = z.infer<typeof changedPrice>;

/** Data of a refusal because seats could not be held. No order was created. */
export const seatsShort = z.object({
  /** Number of free seats; absent if another limit applies. */
  seats_left: z.int().min(0).optional(),
});
export type SeatsShort = z.infer<typeof seatsShort>;

const absentAsUndefined = (value: unknown) => (value === null || value === '' ? undefined : value);
const idPattern = /^[A-Za-z0-9_]{1,64}$/;
const razorpayId = z.preprocess(absentAsUndefined, z.string().regex(idPattern).optional());

const signature = z
  .string()
  .regex(/^[0-9a-fA-F]{1,128}$/, { error: 'Not a signature' })
  .optional();

/**
 * `POST /api/booking`: the fields of the specification and those of the payment widget. Old clients send only
 * `transaction_id`. The booking is made from the stored order; other fields are only compared with it.
 */
export const bookingRequest = z
  .object({
    course_id: extra(requestId),
    course_schedule_id: extra(requestId),
    fee: extraAmount,
    number_of_course: extraAmount,
    gst_total: extraAmount,
    sub_total: extraAmount,
    discount: extraAmount,
    taxable: extraAmount,
    total_fee: extraAmount,
    transaction_id: extra(z.string().regex(idPattern)),
    first_name: extra(z.string().max(200)),
    last_name: extra(z.string().max(200)),
    email: extra(z.string().max(254)),
    phone_number: extra(z.string().max(40)),
    razorpay_order_id: razorpayId,
    razorpay_payment_id: razorpayId,
    razorpay_signature: z.preprocess(absentAsUndefined, signature),
    attribution: extra(attribution),
  })
  .refine((body) => body.razorpay_payment_id !== undefined || body.transaction_id !== undefined, {
    path: ['transaction_id'],
    error: 'The payment id is required',
    when: ({ value }) => typeof value === 'object' && value !== null,
  });
export type BookingRequest = z.infer<typeof bookingRequest>;

/** Booking as sent to the upstream (specification, section 3); amounts in rupees. */
export interface UpstreamBooking {
  course_id: number;
  course_schedule_id: number;
  fee: number;
  number_of_course: number;
  gst_total: number;
  sub_total: number;
  total_fee: number;
  transaction_id: string;
  first_name: string;
  last_name: string;
  email: string;
  phone_number: string;
  /** Extra fields, for an upstream that accepts them. */
  coupon?: string;
  discount?: number;
  taxable?: number;
  attendees?: readonly Attendee[];
}

/** Order states in the order of transitions. */
export const orderStates = [
  'created',
  'attempted',
  'paid',
  'booked',
  'needs_review',
  'refund_due',
  'refunded',
  /** All seats are cancelled and no refund is due. */
  'cancelled',
] as const;
export type OrderState = (typeof orderStates)[number];

/** Response of `POST /api/booking`. */
export const bookingData = z.object({
  /** State of the order. */
  state: z.enum(orderStates),
  /** Path of the receipt page; only for callers with a valid signature. */
  receipt_path: z.string().optional(),
});
export type BookingData = z.infer<typeof bookingData>;
