/** The class of a batch: attendance, certificates and feedback. */
import { z } from 'zod';
import { formerAttendee, lateAttendee } from '../../training/class-list.ts';

const day = z.string();

export const classPage = z.object({
  /** Of class, `YYYY-MM-DD`. */
  days: z.array(day),
  seats: z.array(
    z.object({
      order_id: z.string(),
      payer: z.string(),
      /** Null for a seat whose attendee is not named yet. */
      name: z.string().nullable(),
      email: z.string().nullable(),
      /** Of class, as the seat was sold. */
      days: z.array(day),
      present: z.array(day),
      /** Email addresses of the operators who recorded some of it; the others are the trainer's. */
      recorded_by: z.array(z.string()),
    }),
  ),
  /** Attendance recorded for a name that no longer has a seat. */
  former: z.array(formerAttendee),
  /** People who came without a booking. */
  additions: z.array(lateAttendee),
  /** Of attendance, in the order in which they were issued. */
  certificates: z.array(
    z.object({
      number: z.string(),
      name: z.string(),
      issued_at: z.string(),
      revoked_at: z.string().nullable(),
      revoked_note: z.string().nullable(),
      /** False if the seat was cancelled, moved, or has another name now. */
      has_seat: z.boolean(),
      /** Why attendance is not complete, such as `not present on 6 Dec 2026`; null if it is, or there is no seat. */
      missed: z.string().nullable(),
    }),
  ),
  feedback: z.object({
    /** How many attendees were asked. */
    asked: z.int(),
    /** Newest first. */
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
        /** By an operator, until it is published again. */
        unpublished_at: z.string().nullable(),
        unpublished_note: z.string().nullable(),
      }),
    ),
  }),
  /** Origin of the site, for links to certificates. */
  site_url: z.string(),
  /** The trainer's page; null if it was never sent. */
  list: z.object({ email: z.string(), sent_at: z.string(), ends_at: z.string() }).nullable(),
});
export type ClassPage = z.output<typeof classPage>;
