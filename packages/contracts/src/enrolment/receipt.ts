/** Receipt data. Amounts in rupees, times in India. */
import { z } from 'zod';
import { batchId, courseId } from '../ids.ts';
import { attendeeSeats } from './attendees.ts';
import { gstParts } from './price.ts';
import { changeKinds } from './self-service.ts';

/**
 * Seats and money of an order in one word. `confirming` and `paid`: the booking is not confirmed yet. `cancelled`:
 * without a refund; where money is returned, a cancelled order is `refund_due` or `refunded`.
 */
export const payerStates = [
  'open',
  'confirming',
  'paid',
  'booked',
  'refund_due',
  'refunded',
  'cancelled',
] as const;
export type PayerState = (typeof payerStates)[number];

/**
 * Status of the seats alone. `held`: not paid; `booking`: paid, and not confirmed yet; `not_booked`: lapsed, or refunded
 * without a booking; `needs_decision`: an operator decides whether it is booked or refunded.
 */
export const bookingStatuses = [
  'held',
  'booking',
  'booked',
  'partly_cancelled',
  'cancelled',
  'not_booked',
  'needs_decision',
] as const;
export type BookingStatus = (typeof bookingStatuses)[number];

/** What is requested and not confirmed yet. */
export const pendingParts = ['move', 'refund', 'documents'] as const;
export type PendingPart = (typeof pendingParts)[number];

/** The order in sentences, as emails and the confirmation have them too. */
const statement = z.object({
  status: z.enum(bookingStatuses),
  /** The booked batch does not take place, and the payer has not chosen another date or a refund yet. */
  called_off: z.boolean().optional(),
  pending: z.array(z.enum(pendingParts)),
  headline: z.string(),
  sentences: z.array(z.string()),
  /** Rupees; `captured` is the sum of the others. */
  money: z.object({
    captured: z.number(),
    kept: z.number(),
    owed: z.number(),
    returning: z.number(),
    returned: z.number(),
    failed: z.number(),
  }),
  seats: z.object({ booked: z.int(), cancelled: z.int() }),
  /** What happened, oldest first; `at` is ISO 8601, null if it is unknown. */
  timeline: z.array(z.object({ at: z.string().nullable(), text: z.string() })),
});

/** Razorpay's refund states; one requested but not sent is `pending`. */
const refundStates = ['pending', 'processed', 'failed'] as const;

/** `GET /api/receipts/<token>` */
export const receiptData = z.object({
  state: z.enum(payerStates),
  /** The booking number: six characters that people read out. */
  receipt_number: z.string(),
  course_id: courseId,
  course_name: z.string(),
  batch: z.object({
    course_schedule_id: batchId,
    start_date: z.string(),
    end_date: z.string(),
    start_time: z.string(),
    end_time: z.string(),
    time_zone: z.literal('IST'),
    day_type: z.string(),
    time_type: z.string(),
    online_class_room: z.string(),
    instructor_name: z.string(),
    /** Of a classroom. */
    city: z.string().optional(),
    /** The days of class, if the upstream names them. */
    sessions: z
      .array(z.object({ date: z.string(), start_time: z.string(), end_time: z.string() }))
      .readonly()
      .optional(),
  }),
  /** A move that is not confirmed: the booking is still in `batch`. `refused`: it could not be composed, and we get in touch. */
  move: z
    .object({
      state: z.enum(['requested', 'refused']),
      start_date: z.string(),
      end_date: z.string(),
      start_time: z.string(),
      end_time: z.string(),
    })
    .optional(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  number_of_course: z.int(),
  /** Left out by a server of before. */
  ...attendeeSeats.partial().shape,
  fee: z.number(),
  sub_total: z.number(),
  discount: z.number().optional(),
  taxable: z.number().optional(),
  /** Coupon code of the discount. */
  coupon: z.string().nullable().optional(),
  gst_total: z.number(),
  ...gstParts,
  total_fee: z.number(),
  currency: z.string(),
  payment_id: z.string().nullable(),
  /** ISO 8601 */
  paid_at: z.string().nullable(),
  /** Further payments of the order, and their state. */
  other_payments: z.array(
    z.object({ payment_id: z.string(), amount: z.number(), refund: z.enum(['due', 'done']) }),
  ),
  /** Refunds of all payments, done or pending; rupees. */
  refunds: z.array(z.object({ amount: z.number(), state: z.enum(refundStates) })).default([]),
  /** Invoices and what corrects them, oldest first; each comes soon after what it is for. Left out by a server of before. */
  documents: z
    .array(
      z.object({
        kind: z.enum(['invoice', 'credit_note', 'receipt_voucher', 'refund_voucher']),
        number: z.string(),
        /** `YYYY-MM-DD` in India. */
        issued_on: z.string(),
        path: z.string(),
      }),
    )
    .optional(),
  /** Until this day, `YYYY-MM-DD`, the buyer may ask for another address on the invoice; left out if not. */
  correction_until: z.string().optional(),
  /** The buyer has asked, and an operator has still to look at it. */
  correction_asked: z.boolean().optional(),
  /** What the payer can change now, with a mailed link, and until when; none if nothing can be changed. */
  options: z.array(z.object({ change: z.enum(changeKinds), text: z.string() })).optional(),
  /** Path of the calendar file; of a cancelled booking it takes the course out of a calendar. */
  calendar_path: z.string(),
  /** Left out by a server of before. */
  statement: statement.optional(),
});
export type ReceiptData = z.infer<typeof receiptData>;
