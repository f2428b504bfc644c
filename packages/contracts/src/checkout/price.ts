/** `POST /api/price`: what seats cost, as the page shows it before anything is ordered. */
import { z } from 'zod';
import { requestId } from '../requests.ts';
import { couponCode, receiptTokenSchema, stateCode } from './orders.ts';
import { seats } from './seat-count.ts';

/** Of what could not be read the parts of the tax are those of a buyer nearby. */
const ifReadable = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);

export const priceRequest = z.object({
  course_id: requestId,
  course_schedule_id: requestId,
  number_of_course: seats,
  /** Without one the answer has the discount that comes by itself. */
  coupon: couponCode,
  /** The buyer's. */
  state: ifReadable(stateCode),
  /** A registered buyer's: its first two digits are the state. */
  gstin: ifReadable(
    z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^\d{2}[0-9A-Z]{13}$/),
  ),
  /** As in `checkoutRequest`: the coupon of that order is the buyer's own. */
  replaces: ifReadable(receiptTokenSchema),
  /** As there: the seats of an offer are left to who has it. */
  offer: ifReadable(receiptTokenSchema),
});
export type PriceRequest = z.infer<typeof priceRequest>;

/** The parts of GST, in rupees; with `round_off`, an odd paisa of two halves, they add up to `gst_total`. */
export const gstParts = {
  cgst: z.number().optional(),
  sgst: z.number().optional(),
  utgst: z.number().optional(),
  igst: z.number().optional(),
  round_off: z.number().optional(),
};

export const appliedCoupon = z.object({
  code: z.string(),
  label: z.string(),
  /** ISO 8601; null where it has no end. */
  ends_at: z.string().nullable(),
});

export type AppliedCoupon = z.infer<typeof appliedCoupon>;

/** Its answer, in rupees: `sub_total` less `discount` is `taxable`, and with `gst_total` it is `total_fee`. */
export const priceData = z.object({
  fee: z.number(),
  sub_total: z.number(),
  discount: z.number(),
  taxable: z.number(),
  cgst: z.number(),
  sgst: z.number(),
  utgst: z.number(),
  igst: z.number(),
  round_off: z.number(),
  gst_total: z.number(),
  total_fee: z.number(),
  /** Null where nothing is known of seats. */
  seats_left: z.int().nullable(),
  /** What the discount is of; its code is to be sent with the order. */
  coupon: appliedCoupon.nullable(),
});
export type PriceData = z.infer<typeof priceData>;
