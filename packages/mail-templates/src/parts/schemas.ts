/** Schemas for data of several kinds of emails. */
import { z } from 'zod';

/** A day of class, if the upstream sends them. */
const mailSession = z.object({ date: z.string(), start_time: z.string(), end_time: z.string() });
export type MailSession = z.output<typeof mailSession>;

/** A batch as in the snapshot of the order: a `SoldBatch` can be passed unchanged. */
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

/** A document attached to the email, or behind a link. */
export const issuedDocument = z.discriminatedUnion('state', [attached, linked]);

/** The invoice in a confirmation: attached, behind a link, or not rendered yet. */
export const mailDocument = z.discriminatedUnion('state', [
  attached,
  linked,
  z.object({ state: z.literal('later') }),
]);
export type MailDocument = z.output<typeof mailDocument>;

/** The booking number by which people identify an order; its id is never shown. */
export const bookingNumberText = z.string().regex(/^[2-9A-Z]{6}$/);

/** Recipient: the payer of the order. */
export const toPayer = {
  firstName: z.string(),
  bookingNumber: bookingNumberText,
  receiptUrl: z.string(),
};

/** Sentences about the seats and the money of an order, the same as on its receipt page. */
export const statedSentences = z.array(z.string());

/** The order in an email to its payer; null in the same email to an attendee. */
export const payersOrder = { number: bookingNumberText, receiptUrl: z.string() };
