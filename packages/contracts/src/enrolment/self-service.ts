/** What the owner of a booking can change, with a fresh link by mail or as a request to an operator. */
import { z } from 'zod';
import { batchId } from '../ids.ts';
import { emailSchema } from '../leads/fields.ts';
import { requestId } from '../requests.ts';
import { attendee, attendeeList } from './attendees.ts';
import { checkoutData } from './orders.ts';
import { maxSeats } from './pricing.ts';

/** One change. `POST /api/manage/<link>` makes it, `POST /api/receipts/<token>/requests` asks an operator for it. */
export const requestedChange = z.discriminatedUnion(
  'change',
  [
    z.object({
      change: z.literal('attendees'),
      /** All attendees from now on: others lose their seats. */
      attendees: attendeeList,
    }),
    z.object({
      change: z.literal('cancel'),
      seats: z.int().min(1).max(maxSeats),
      /** The refund that was shown, in rupees: another one is not made without being seen. */
      expected_refund: z.number().min(0).optional(),
      /** Email addresses of the attendees whose seats these are; needed if more are named than seats remain. */
      attendees: z.array(emailSchema).max(maxSeats).optional(),
    }),
    z.object({
      change: z.literal('move'),
      course_schedule_id: requestId,
      /** The refund that was shown, in rupees; 0 without it. */
      expected_refund: z.number().min(0).optional(),
    }),
  ],
  { error: 'This change is not possible' },
);
export type RequestedChange = z.output<typeof requestedChange>;
export type ChangeKind = RequestedChange['change'];
export const changeKinds = ['attendees', 'cancel', 'move'] as const satisfies readonly ChangeKind[];

/** Of cancelled seats. `pending`: it is sent again until the provider answers; `failed`: an operator sends it. */
const refundFollowUp = z.enum(['sent', 'pending', 'failed']);
export type RefundFollowUp = z.output<typeof refundFollowUp>;

/**
 * `done`: it is so now; `requested`: nothing has changed yet, and an email says when it has, or that it cannot be;
 * `to_pay`: a more expensive batch is held for a new order, and nothing changes before it is paid.
 */
export const changeOutcome = z.object({
  outcome: z.enum(['done', 'requested', 'to_pay']),
  /** Of `to_pay`: what the payment dialog needs. */
  checkout: checkoutData.optional(),
  /** Of `to_pay`: rupees of the present booking that are refunded once the new one is confirmed. */
  refund_after: z.number().optional(),
  /** Of cancelled seats, where money is refunded. */
  refund: refundFollowUp.optional(),
  receipt_path: z.string(),
});
export type ChangeOutcome = z.output<typeof changeOutcome>;

/** `POST /api/receipts/<token>/manage-link` */
export const linkSent = z.object({ email_hint: z.string(), minutes: z.int() });
export type LinkSent = z.output<typeof linkSent>;

/** Refund for cancelling this number of seats, in rupees. */
const cancelSum = z.object({
  seats: z.int(),
  /** What was paid for them with GST. */
  price: z.number(),
  percent: z.int(),
  refund: z.number(),
});

const moveTarget = z.object({
  course_schedule_id: batchId,
  start_date: z.string(),
  end_date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  day_type: z.string(),
  online_class_room: z.string(),
  city: z.string(),
  instructor_name: z.string(),
  /** Rupees a seat, GST included; `difference` is to the price of the order's batch, before discounts. */
  seat_price: z.number(),
  difference: z.number(),
  /** Rupees that a move refunds: the share of the difference that the refund policy gives now. */
  refund: z.number(),
  /** `pay`: more expensive, so it is bought, and the current booking is refunded; `request`: at another place, by an operator. */
  by: z.enum(['link', 'pay', 'request']),
});
export type MoveTarget = z.output<typeof moveTarget>;

/** What the forms for changes show. */
const changeableBooking = z.object({
  course_name: z.string(),
  start_date: z.string(),
  end_date: z.string(),
  /** Not cancelled. */
  seats: z.int(),
  attendees: z.array(attendee),
  changes: z.array(z.enum(changeKinds)),
  cancel: z.array(cancelSum),
  move: z.array(moveTarget),
  receipt_path: z.string(),
});
export type ChangeableBooking = z.output<typeof changeableBooking>;

/** `GET /api/receipts/<token>/changes`: what can be changed of an order, and how. */
export const changesData = z.object({
  /** By a link to the order's email, or by an operator if no mails are sent. */
  by: z.enum(['link', 'operator']),
  /** Where the link goes: `a…@example.com`. */
  email_hint: z.string(),
  changes: z.array(z.enum(changeKinds)),
  /** Why nothing can be changed. */
  closed: z.string().optional(),
  /** For what is asked of an operator. */
  booking: changeableBooking.optional(),
});
export type ChangesData = z.output<typeof changesData>;

/** `GET /api/manage/<link>`: shows and changes nothing, since programs open links in mails. */
export const manageData = z.object({
  state: z.enum(['open', 'used', 'expired']),
  /** ISO 8601. */
  expires_at: z.string(),
  /** Left out where the link is over. */
  booking: changeableBooking.optional(),
});
export type ManageData = z.output<typeof manageData>;

/** `POST /api/receipt-links`: the same answer for every address. */
export const receiptLinksRequest = z.object({ email: emailSchema });
export const receiptLinksAnswer = z.object({ by: z.enum(['mail', 'operator']) });
export type ReceiptLinksAnswer = z.output<typeof receiptLinksAnswer>;
