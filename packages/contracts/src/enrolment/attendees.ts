/** Attendees of an order, named at the checkout or later. */
import { z } from 'zod';
import { emailSchema, maxLengths, requiredText } from '../leads/fields.ts';
import { maxSeats } from './pricing.ts';

/** A person with a seat. */
export const attendee = z.object({ name: requiredText('Name', 2 * maxLengths.name), email: emailSchema });
export type Attendee = z.output<typeof attendee>;

/** @returns the key by which addresses are compared; it is in lower case, because mail servers ignore case */
export function emailKey(email: string): string {
  return email.toLowerCase();
}

export const sameEmail = 'Two attendees have this email address: each needs a different one';

/** True for the row of a seat without an attendee. Forms send such rows too. */
function isEmpty(row: unknown): boolean {
  if (row === null || row === undefined) return true;
  if (typeof row !== 'object') return false;
  const { name, email } = row as Partial<Record<string, unknown>>;
  return [name, email].every((text) => text === undefined || text === null || text === '');
}

const row = z.preprocess((value) => (isEmpty(value) ? undefined : value), attendee.optional());

/**
 * A list of attendees as sent. Errors are reported at their row (`attendees.2.email`), empty rows are
 * ignored, and each address may occur only once.
 */
export const attendeeList = z
  .array(row, { error: 'Attendees are a list of names and email addresses' })
  .max(maxSeats, { error: `At most ${maxSeats} people can be added` })
  .superRefine((rows, context) => {
    const known = new Set<string>();
    for (const [index, person] of rows.entries()) {
      if (!person) continue;
      const key = emailKey(person.email);
      if (known.has(key)) context.addIssue({ code: 'custom', path: [index, 'email'], message: sameEmail });
      known.add(key);
    }
  })
  .transform((rows) => rows.filter((person) => person !== undefined));

/**
 * `POST /api/receipts/<token>/attendees`: attendees for open seats. The list may contain people who already
 * have a seat.
 */
export const nameAttendeesRequest = z.object({ attendees: attendeeList });

/** The seats of an order as its payer sees them; also the response of this call. */
export const attendeeSeats = z.object({
  /** One entry per seat; null if the seat has no attendee. */
  attendees: z.array(attendee.nullable()),
  /** True if open seats can be filled now. */
  attendees_open: z.boolean(),
});
export type AttendeeSeats = z.output<typeof attendeeSeats>;
