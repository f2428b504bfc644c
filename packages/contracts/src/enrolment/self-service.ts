/** Changes that a payer can make to a booking: with a link sent by email, or as a request to an operator. */
import { z } from 'zod';
import { batchId } from '../ids.ts';
import { emailSchema } from '../leads/fields.ts';
import { requestId } from '../requests.ts';
import { attendee, attendeeList } from './attendees.ts';
import { checkoutData } from './orders.ts';
import { maxSeats } from './pricing.ts';

/**
 * One change. `POST /api/manage/<link>` makes it; `POST /api/receipts/<token>/requests` requests it from an
 * operator.
 */
export const requestedChange = z.discriminatedUnion(
  'change',
  [
    z.object({
      change: z.literal('attendees'),
      /** The complete new list. Attendees who are not in it lose their seats. */
      attendees: attendeeList,
    }),
    z.object({
      change: z.literal('cancel'),
      seats: z.int().min(1).max(maxSeats),
      /** Refund shown to the payer, in rupees. If the refund differs, the change is refused. */
      expected_refund: z.number().min(0).optional(),
      /**
       * Email addresses of the attendees whose seats are cancelled; required if more are named than seats
       * remain.
       */
      attendees: z.array(emailSchema).max(maxSeats).optional(),
    }),
    z.object({
      change: z.literal('move'),
      course_schedule_id: requestId,
      /** Refund shown to the payer, in rupees; 0 if absent. */
      expected_refund: z.number().min(0).optional(),
    }),
  ],
  { error: 'This change is not possible' },
);
export type RequestedChange = z.output<typeof requestedChange>;
export type ChangeKind = RequestedChange['change'];
export const changeKinds = ['attendees', 'cancel', 'move'] as const satisfies readonly ChangeKind[];

/**
 * Refund for cancelled seats. `pending`: the request is retried until the provider answers. `failed`: an
 * operator has to pay the refund.
 */
const refundFollowUp = z.enum(['sent', 'pending', 'failed']);
export type RefundFollowUp = z.output<typeof refundFollowUp>;

/**
 * `done`: the change is made. `requested`: nothing has changed yet, and an email will report the result.
 * `to_pay`: seats in a more expensive batch are held for a new order, and nothing changes until it is paid.
 */
export const changeOutcome = z.object({
  outcome: z.enum(['done', 'requested', 'to_pay']),
  /** For `to_pay`: data that the payment dialog needs. */
  checkout: checkoutData.optional(),
  /** For `to_pay`: rupees that are refunded for the current booking once the new one is confirmed. */
  refund_after: z.number().optional(),
  /** For cancelled seats with a refund. */
  refund: refundFollowUp.optional(),
  receipt_path: z.string(),
});
export type ChangeOutcome = z.output<typeof changeOutcome>;

/** `POST /api/receipts/<token>/manage-link` */
export const linkSent = z.object({ email_hint: z.string(), minutes: z.int() });
export type LinkSent = z.output<typeof linkSent>;

/** Refund for cancelling a number of seats, in rupees. */
const cancelSum = z.object({
  seats: z.int(),
  /** Value of these seats under the terms of the sale, GST included. */
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
  /**
   * Price per seat in rupees, GST included. `difference` is this price less the price of the booked batch,
   * both without discounts.
   */
  seat_price: z.number(),
  difference: z.number(),
  /**
   * Rupees that a move refunds: the share of the price difference that the refund policy currently grants.
   */
  refund: z.number(),
  /**
   * `link`: the payer moves the booking with the link. `pay`: the batch is more expensive, so a new order is
   * paid and the current booking refunded. `request`: the batch has another place of supply, so an operator
   * makes the move.
   */
  by: z.enum(['link', 'pay', 'request']),
});
export type MoveTarget = z.output<typeof moveTarget>;

/** Data for the forms of changes. */
const changeableBooking = z.object({
  course_name: z.string(),
  start_date: z.string(),
  end_date: z.string(),
  /** Seats that are not cancelled. */
  seats: z.int(),
  attendees: z.array(attendee),
  changes: z.array(z.enum(changeKinds)),
  cancel: z.array(cancelSum),
  move: z.array(moveTarget),
  receipt_path: z.string(),
});
export type ChangeableBooking = z.output<typeof changeableBooking>;

/** `GET /api/receipts/<token>/changes`: possible changes of an order, and how they are made. */
export const changesData = z.object({
  /**
   * `link`: with a link sent to the email address of the order. `operator`: by an operator, because no emails
   * are sent.
   */
  by: z.enum(['link', 'operator']),
  /** Masked address to which the link is sent: `a…@example.com`. */
  email_hint: z.string(),
  changes: z.array(z.enum(changeKinds)),
  /** Reason for which nothing can be changed. */
  closed: z.string().optional(),
  /** Present if changes are requested from an operator. */
  booking: changeableBooking.optional(),
});
export type ChangesData = z.output<typeof changesData>;

/** `GET /api/manage/<link>`: changes nothing, because email programs open links. */
export const manageData = z.object({
  state: z.enum(['open', 'used', 'expired']),
  /** End of the link, ISO 8601. */
  expires_at: z.string(),
  /** Absent if the link is no longer valid. */
  booking: changeableBooking.optional(),
});
export type ManageData = z.output<typeof manageData>;

/** `POST /api/receipt-links`: the response is the same for every address. */
export const receiptLinksRequest = z.object({ email: emailSchema });
export const receiptLinksAnswer = z.object({ by: z.enum(['mail', 'operator']) });
export type ReceiptLinksAnswer = z.output<typeof receiptLinksAnswer>;
