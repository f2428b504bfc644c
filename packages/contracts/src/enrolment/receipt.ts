/** Data of a receipt page. Amounts are in rupees. Dates and times of the batch are in India. */
import { z } from 'zod';
import { batchId, courseId } from '../ids.ts';
import { attendeeSeats } from './attendees.ts';
import { gstParts } from './price.ts';
import { changeKinds } from './self-service.ts';

/**
 * Combined state of the seats and the money of an order. `confirming`, `paid`: the booking is not confirmed
 * yet. `cancelled`: cancelled without a refund; with a refund the state is `refund_due` or `refunded`.
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
 * State of the seats alone. `held`: not paid. `booking`: paid, but not confirmed yet. `not_booked`: the hold
 * has expired, or the payment was refunded without a booking. `needs_decision`: an operator decides whether
 * to book or to refund.
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

/** Parts of the order that are requested but not complete yet. */
export const pendingParts = ['move', 'refund', 'documents'] as const;
export type PendingPart = (typeof pendingParts)[number];

/** The order in sentences. Emails and the confirmation use the same sentences. */
const statement = z.object({
  status: z.enum(bookingStatuses),
  /** True if the batch is called off and the payer has not chosen another date or a refund yet. */
  called_off: z.boolean().optional(),
  pending: z.array(z.enum(pendingParts)),
  headline: z.string(),
  sentences: z.array(z.string()),
  /** Rupees; `captured` is the sum of the other amounts. */
  money: z.object({
    captured: z.number(),
    kept: z.number(),
    owed: z.number(),
    returning: z.number(),
    returned: z.number(),
    failed: z.number(),
  }),
  seats: z.object({ booked: z.int(), cancelled: z.int() }),
  /** Events, oldest first; `at` is ISO 8601, or null if the time is unknown. */
  timeline: z.array(z.object({ at: z.string().nullable(), text: z.string() })),
});

/** Refund states of Razorpay. A refund that is requested but not sent yet is `pending`. */
const refundStates = ['pending', 'processed', 'failed'] as const;

/** `GET /api/receipts/<token>` */
export const receiptData = z.object({
  state: z.enum(payerStates),
  /** Booking number: six characters that people can read out. */
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
    /** City of a classroom. */
    city: z.string().optional(),
    /** Days of class, if the upstream sends them. */
    sessions: z
      .array(z.object({ date: z.string(), start_time: z.string(), end_time: z.string() }))
      .readonly()
      .optional(),
  }),
  /**
   * A move that is not confirmed: the booking is still in `batch`. `refused`: the move cannot be made, and we
   * contact the payer.
   */
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
  /** Older servers do not send it. */
  ...attendeeSeats.partial().shape,
  fee: z.number(),
  sub_total: z.number(),
  discount: z.number().optional(),
  taxable: z.number().optional(),
  /** Code of the coupon. */
  coupon: z.string().nullable().optional(),
  gst_total: z.number(),
  ...gstParts,
  total_fee: z.number(),
  currency: z.string(),
  payment_id: z.string().nullable(),
  /** Time of the payment, ISO 8601. */
  paid_at: z.string().nullable(),
  /** Further payments of the order. Each is refunded, or has to be refunded. */
  other_payments: z.array(
    z.object({ payment_id: z.string(), amount: z.number(), refund: z.enum(['due', 'done']) }),
  ),
  /** Refunds of all payments, in rupees. Bank transfers count as processed. */
  refunds: z.array(z.object({ amount: z.number(), state: z.enum(refundStates) })).default([]),
  /**
   * Invoices and their corrections, oldest first. Each document is issued shortly after its cause. Older
   * servers do not send it.
   */
  documents: z
    .array(
      z.object({
        kind: z.enum(['invoice', 'credit_note', 'receipt_voucher', 'refund_voucher']),
        number: z.string(),
        /** Date in India, `YYYY-MM-DD`. */
        issued_on: z.string(),
        path: z.string(),
      }),
    )
    .optional(),
  /**
   * Last day, `YYYY-MM-DD`, on which the buyer can request a correction of the invoice; absent if that is not
   * possible.
   */
  correction_until: z.string().optional(),
  /** True if the buyer has requested a correction and an operator has not checked it yet. */
  correction_asked: z.boolean().optional(),
  /**
   * Changes that the payer can make now with an emailed link, each with its deadline; empty if none is
   * possible.
   */
  options: z.array(z.object({ change: z.enum(changeKinds), text: z.string() })).optional(),
  /** Path of the calendar file. For a cancelled booking, the file removes the course from a calendar. */
  calendar_path: z.string(),
  /** Older servers do not send it. */
  statement: statement.optional(),
});
export type ReceiptData = z.infer<typeof receiptData>;
