import { z } from 'zod';
import { uuid } from '../../uuid.ts';
import { action } from './action.ts';

/** An email without its text and recipient. Times are ISO 8601. */
export const emailRow = z.object({
  id: z.string(),
  kind: z.string(),
  state: z.string(),
  reason: z.string().nullable(),
  order_id: z.string().nullable(),
  lead_id: z.string().nullable(),
  attempts: z.number(),
  created_at: z.string(),
  sent_at: z.string().nullable(),
  /** Time of the next attempt; null unless the email is due. */
  next_try_at: z.string().nullable(),
});
export type EmailRow = z.output<typeof emailRow>;

export const emailsResend = action({
  name: 'emails.resend',
  title: 'Sent an email again',
  role: 'desk',
  stepUp: false,
  positional: ['id'],
  input: z.strictObject({ id: uuid }),
  result: { emails: z.array(emailRow) },
  changes: ['Mails', 'Mail', 'Order', 'Today'],
});

export const emailsUnsuppress = action({
  name: 'emails.unsuppress',
  title: 'Removed an address from the suppression list',
  role: 'desk',
  stepUp: false,
  positional: ['address'],
  input: z.strictObject({
    /** An address, or the id of the address in the suppression list. */
    address: z.string().trim().min(3, { error: 'Enter an address' }).max(254),
  }),
  result: { suppressions: z.array(z.object({ id: z.string(), source: z.string() })) },
  changes: ['Suppressions'],
});
