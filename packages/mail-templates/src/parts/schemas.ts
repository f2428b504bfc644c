/** Schemas for data of several kinds of emails. */
import { z } from 'zod';

/** A day of class. */
const mailSession = z.object({ date: z.string(), start_time: z.string(), end_time: z.string() });
export type MailSession = z.output<typeof mailSession>;

/** A batch as in the snapshot of the order. A `SoldBatch` can be passed unchanged. */
export const mailBatch = z.object({
  course_name: z.string(),
  start_date: z.string(),
  end_date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  day_type: z.string(),
  online_class_room: z.string(),
  instructor_name: z.string(),
  mode: z.enum(['online', 'classroom']).optional(),
  city: z.string().optional(),
  sessions: z.array(mailSession).readonly().optional(),
});
export type MailBatch = z.output<typeof mailBatch>;

const attached = z.object({ state: z.literal('attached'), number: z.string() });
const linked = z.object({ state: z.literal('linked'), number: z.string(), url: z.string() });

/** A document that is attached to the email, or to which the email has a link. */
export const issuedDocument = z.discriminatedUnion('state', [attached, linked]);

/** The invoice of a confirmation: attached, linked, or not rendered yet. */
export const mailDocument = z.discriminatedUnion('state', [
  attached,
  linked,
  z.object({ state: z.literal('later') }),
]);
export type MailDocument = z.output<typeof mailDocument>;

/** The booking number by which people identify an order. Emails never show the order's id. */
export const bookingNumberText = z.string().regex(/^[2-9A-Z]{6}$/);

/** Fields of an email to the payer of the order. */
export const toPayer = {
  firstName: z.string(),
  bookingNumber: bookingNumberText,
  receiptUrl: z.string(),
};

/** Sentences about the seats and the money of an order. The receipt page shows the same sentences. */
export const statedSentences = z.array(z.string());

/** The order in an email to the payer. The same email to an attendee has null here. */
export const payersOrder = { number: bookingNumberText, receiptUrl: z.string() };
