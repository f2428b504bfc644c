/** The calls of the checkout: making an order, and telling that it was paid. */
import { z } from 'zod';
import { attribution } from '../leads/attribution.ts';
import { emailSchema, firstName, lastName, phoneNumber } from '../leads/fields.ts';
import { requestId } from '../requests.ts';
import { maxSeats } from './pricing.ts';

const seats = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : value),
  z
    .int({ error: 'Choose the number of seats' })
    .min(1, { error: 'Choose at least one seat' })
    .max(maxSeats, { error: `At most ${maxSeats} seats can be booked online` }),
);

const contact = {
  first_name: firstName.schema,
  last_name: lastName.schema,
  email: emailSchema,
  phone_number: phoneNumber.schema,
};

/** `POST /api/checkout`: what is to be bought and by whom. A price is not among it: the server reads the fee. */
export const checkoutRequest = z.strictObject({
  course_id: requestId,
  course_schedule_id: requestId,
  number_of_course: seats,
  ...contact,
  attribution: attribution.optional().catch(undefined),
});
export type CheckoutRequest = z.infer<typeof checkoutRequest>;

/** Its answer: all that the payment widget needs. `amount` is integer paise, the others are rupees. */
export const checkoutData = z.object({
  /** Razorpay's order id. */
  order_id: z.string(),
  key_id: z.string(),
  amount: z.int(),
  currency: z.string(),
  fee: z.number(),
  sub_total: z.number(),
  gst_total: z.number(),
  total_fee: z.number(),
  /** Address of the receipt, where the order's state is shown from now on. */
  receipt_path: z.string(),
});
export type CheckoutData = z.infer<typeof checkoutData>;

const optionalNumber = z.coerce.number().min(0).optional();
const razorpayId = z
  .string()
  .regex(/^[A-Za-z0-9_]{1,64}$/)
  .optional();

/**
 * `POST /api/booking`: the specification's booking fields, and what the payment widget gave. Clients of old send
 * `transaction_id` alone. The order on record decides; whatever is sent beside it has to agree with it.
 */
export const bookingRequest = z
  .strictObject({
    course_id: requestId.optional(),
    course_schedule_id: requestId.optional(),
    fee: optionalNumber,
    number_of_course: optionalNumber,
    gst_total: optionalNumber,
    sub_total: optionalNumber,
    total_fee: optionalNumber,
    transaction_id: razorpayId,
    first_name: z.string().max(200).optional(),
    last_name: z.string().max(200).optional(),
    email: z.string().max(254).optional(),
    phone_number: z.string().max(40).optional(),
    razorpay_order_id: razorpayId,
    razorpay_payment_id: razorpayId,
    razorpay_signature: z
      .string()
      .regex(/^[0-9a-fA-F]{1,128}$/, { error: 'Not a signature' })
      .optional(),
    attribution: attribution.optional().catch(undefined),
  })
  .refine((body) => body.razorpay_payment_id !== undefined || body.transaction_id !== undefined, {
    path: ['transaction_id'],
    error: 'The payment id is required',
    when: ({ value }) => typeof value === 'object' && value !== null,
  });
export type BookingRequest = z.infer<typeof bookingRequest>;

/** The booking as the upstream gets it (specification, section 3); amounts in rupees. */
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
}

/** The states of an order, in the direction in which it moves. */
export const orderStates = [
  'created',
  'attempted',
  'paid',
  'booked',
  'needs_review',
  'refund_due',
  'refunded',
] as const;
export type OrderState = (typeof orderStates)[number];

/** The answer to `POST /api/booking`. */
export const bookingData = z.object({
  state: z.enum(orderStates),
  /** Address of the receipt on this site. */
  receipt_path: z.string(),
});
export type BookingData = z.infer<typeof bookingData>;
