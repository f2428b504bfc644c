/** `POST /api/price`: the price shown before an order is created. */
import { z } from 'zod';
import { requestId } from '../requests.ts';
import { stateCode } from './billing.ts';
import { couponCode, receiptTokenSchema } from './orders.ts';
import { datedRefundStep } from './refund-policy.ts';
import { seats } from './seat-count.ts';

/** An unreadable value counts as missing. A buyer without a state counts as being in the supplier's state. */
const ifReadable = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);

export const priceRequest = z.object({
  course_id: requestId,
  course_schedule_id: requestId,
  number_of_course: seats,
  /** If absent, automatic discounts apply. */
  coupon: couponCode,
  /** The buyer's state. */
  state: ifReadable(stateCode),
  /** GSTIN of the buyer; its first two digits are the state. */
  gstin: ifReadable(
    z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^\d{2}[0-9A-Z]{13}$/),
  ),
  /**
   * Receipt token of the visitor's unpaid order, as in `checkoutRequest`. The coupon of that order is
   * available to this buyer.
   */
  replaces: ifReadable(receiptTokenSchema),
  /** Token of a waiting-list offer, as in `checkoutRequest`. Its seats are available to this buyer. */
  offer: ifReadable(receiptTokenSchema),
});
export type PriceRequest = z.infer<typeof priceRequest>;

/** Parts of GST in rupees; with `round_off` (an odd paisa) they add up to `gst_total`. */
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
  /** End of the coupon, ISO 8601; null if it has no end. */
  ends_at: z.string().nullable(),
});

export type AppliedCoupon = z.infer<typeof appliedCoupon>;

/** Amounts in rupees: `sub_total` − `discount` = `taxable`; `taxable` + `gst_total` = `total_fee`. */
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
  /** Null if seats are not counted. */
  seats_left: z.int().nullable(),
  /** Coupon that was applied. Send its code with the order. */
  coupon: appliedCoupon.nullable(),
  /** Supplier's state, two-digit code. Present if invoices are issued; the buyer must then enter a state. */
  supplier_state: z.string().optional(),
  /** Refunds for cancelling this batch, the highest percentage first. Older servers do not send it. */
  refund_policy: z.array(datedRefundStep).optional(),
});
export type PriceData = z.infer<typeof priceData>;
