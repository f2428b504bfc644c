/** What several kinds of mails say. */
import { z } from 'zod';

/** A day of class, if the upstream tells them. */
const mailSession = z.object({ date: z.string(), start_time: z.string(), end_time: z.string() });
export type MailSession = z.output<typeof mailSession>;

/** A batch as the order's snapshot has it: a `SoldBatch` can be passed as it is. */
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

/** A document with the mail, or behind a link. */
export const issuedDocument = z.discriminatedUnion('state', [attached, linked]);

/** The invoice in a confirmation: with the mail, behind a link, or not drawn yet. */
export const mailDocument = z.discriminatedUnion('state', [
  attached,
  linked,
  z.object({ state: z.literal('later') }),
]);
export type MailDocument = z.output<typeof mailDocument>;

/** What people call an order: never its id. */
export const bookingNumberText = z.string().regex(/^[2-9A-Z]{6}$/);

/** To the person who paid. */
export const toPayer = {
  firstName: z.string(),
  bookingNumber: bookingNumberText,
  receiptUrl: z.string(),
};

/** What is true of seats and money of an order, in the sentences that its receipt has. */
export const statedSentences = z.array(z.string());

/** The order in a mail to its payer; null in the same mail to an attendee. */
export const payersOrder = { number: bookingNumberText, receiptUrl: z.string() };
