/** The people who sit in the seats of an order: named at the checkout, or later through the receipt. */
import { z } from 'zod';
import { emailSchema, maxLengths, requiredText } from '../leads/fields.ts';
import { maxSeats } from './pricing.ts';

/** A person who sits in a seat. */
export const attendee = z.object({ name: requiredText('Name', 2 * maxLengths.name), email: emailSchema });
export type Attendee = z.output<typeof attendee>;

/** @returns the key that identifies an address: mail servers ignore case */
export function emailKey(email: string): string {
  return email.toLowerCase();
}

export const sameEmail = 'Two attendees have this email address: each needs a different one';

/** A form sends the places that nobody has filled, too. */
function isEmpty(row: unknown): boolean {
  if (row === null || row === undefined) return true;
  if (typeof row !== 'object') return false;
  const { name, email } = row as Partial<Record<string, unknown>>;
  return [name, email].every((text) => text === undefined || text === null || text === '');
}

const row = z.preprocess((value) => (isEmpty(value) ? undefined : value), attendee.optional());

/**
 * A list of people as it is sent. A fault is told at its row (`attendees.2.email`), rows without anything typed are left
 * out, and no two people have one address.
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

/** `POST /api/receipts/<token>/attendees`: people for empty places. Those who have one already may be among them. */
export const nameAttendeesRequest = z.object({ attendees: attendeeList });

/** The places of an order as its payer sees them; the answer to the same call. */
export const attendeeSeats = z.object({
  /** One entry for each seat; null if nobody is named. */
  attendees: z.array(attendee.nullable()),
  /** Whether empty places can be filled now. */
  attendees_open: z.boolean(),
});
export type AttendeeSeats = z.output<typeof attendeeSeats>;
