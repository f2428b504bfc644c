/** What mails to payers and attendees say of a booking. */
import { z } from 'zod';
import { mailBatch, mailDocument, payersOrder, toPayer } from './parts.ts';

const namedAttendee = z.object({ name: z.string(), email: z.string() });

/** To the payer. The batch's `.ics` is attached by the sender. */
export const bookingConfirmed = z.object({
  ...toPayer,
  batch: mailBatch,
  seats: z.number(),
  totalPaise: z.number(),
  /** Text that the provider set for the batch: links, address, what to bring. */
  joining: z.string().nullable(),
  /** Null where no invoices are issued. */
  document: mailDocument.nullable(),
  attendees: z.array(namedAttendee).readonly(),
});
export type BookingConfirmed = z.output<typeof bookingConfirmed>;

/** To each attendee: nothing of the order. */
export const attendeeConfirmed = z.object({
  name: z.string(),
  /** Who booked, by name. */
  bookedBy: z.string(),
  batch: mailBatch,
  joining: z.string().nullable(),
});
export type AttendeeConfirmed = z.output<typeof attendeeConfirmed>;

export const bookingPending = z.object({
  ...toPayer,
  batch: mailBatch,
  seats: z.number(),
  totalPaise: z.number(),
});
export type BookingPending = z.output<typeof bookingPending>;

export const seatsUnavailable = z.object({
  ...toPayer,
  batch: mailBatch,
  seats: z.number(),
  refundPaise: z.number(),
  /** The course's batches on the site. */
  scheduleUrl: z.string().nullable(),
});
export type SeatsUnavailable = z.output<typeof seatsUnavailable>;

/** To the payer, and (`order: null`) to each attendee whose seat is gone. */
export const bookingCancelled = z.object({
  name: z.string(),
  batch: mailBatch,
  order: z
    .object({
      ...payersOrder,
      seatsCancelled: z.number(),
      seatsLeft: z.number(),
      /** 0 where the policy gives nothing back. */
      refundPaise: z.number(),
    })
    .nullable(),
});
export type BookingCancelled = z.output<typeof bookingCancelled>;

/** To the payer, and (`order: null`) to each attendee: another batch, or other days of the same. */
export const bookingMoved = z.object({
  name: z.string(),
  from: mailBatch,
  to: mailBatch,
  joining: z.string().nullable(),
  order: z.object(payersOrder).nullable(),
});
export type BookingMoved = z.output<typeof bookingMoved>;
