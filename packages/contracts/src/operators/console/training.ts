/** The class of a batch: attendance, certificates and feedback. */
import { z } from 'zod';
import { formerAttendee, lateAttendee } from '../../training/class-list.ts';

const day = z.string();

export const classPage = z.object({
  /** Days of class, `YYYY-MM-DD`. */
  days: z.array(day),
  seats: z.array(
    z.object({
      order_id: z.string(),
      payer: z.string(),
      /** Null for a seat without an attendee. */
      name: z.string().nullable(),
      email: z.string().nullable(),
      /** Days of class at the time of the sale. */
      days: z.array(day),
      present: z.array(day),
      /** Email addresses of operators who recorded attendance; the trainer recorded the rest. */
      recorded_by: z.array(z.string()),
    }),
  ),
  /** Attendance recorded for a name that no longer has a seat. */
  former: z.array(formerAttendee),
  /** People who came without a booking. */
  additions: z.array(lateAttendee),
  /** Certificates of attendance in the order of issue. */
  certificates: z.array(
    z.object({
      number: z.string(),
      name: z.string(),
      issued_at: z.string(),
      revoked_at: z.string().nullable(),
      revoked_note: z.string().nullable(),
      /** False if the seat was cancelled or moved, or now has another attendee. */
      has_seat: z.boolean(),
      /**
       * Reason for incomplete attendance, for example `not present on 6 Dec 2026`; null if it is complete or
       * there is no seat.
       */
      missed: z.string().nullable(),
    }),
  ),
  feedback: z.object({
    /** Number of attendees who were asked. */
    asked: z.int(),
    /** Answers, newest first. */
    answers: z.array(
      z.object({
        id: z.string(),
        first_name: z.string(),
        rating: z.int(),
        helped: z.string(),
        improve: z.string(),
        may_publish: z.boolean(),
        answered_at: z.string(),
        published_at: z.string().nullable(),
        /** Time at which an operator unpublished it; null if it is published or never was. */
        unpublished_at: z.string().nullable(),
        unpublished_note: z.string().nullable(),
      }),
    ),
  }),
  /** Origin of the site, for links to certificates. */
  site_url: z.string(),
  /** Private page of the trainer; null if its link was never sent. */
  list: z.object({ email: z.string(), sent_at: z.string(), ends_at: z.string() }).nullable(),
});
export type ClassPage = z.output<typeof classPage>;
