/** Cases: what needs a person. */
import { z } from 'zod';
import { action } from './action.ts';
import { note } from './fields.ts';

/** What an operator states when a case is closed. Which of them a case takes depends on its kind. */
export const caseStatement = z.enum([
  /** What had to be done elsewhere is done. */
  'resolved',
  /** The upstream has the cancelled seats, or the attendees. */
  'reported',
  /** The upstream has the booking in the new batch. */
  'moved',
  /** The booking stays in its batch. */
  'not_moved',
  /** The booking is made at the upstream. */
  'booked',
  /** The upstream has no booking, and the money is refunded. */
  'not_booked',
  /** Money left past this system, and the seats stay booked: at a smaller price, as a gift, or lost to the bank. */
  'price_reduction',
  'goodwill',
  'service_supplied',
  /** Another system no longer has what was erased. */
  'deleted',
  /** The dispute is answered in the payment provider's dashboard. */
  'answered',
]);
export type CaseStatement = z.output<typeof caseStatement>;

export const casesClose = action({
  name: 'cases.close',
  title: 'Closed a case',
  role: 'finance',
  stepUp: false,
  positional: ['id'],
  input: z.strictObject({
    id: z
      .string()
      .regex(/^\d{1,15}$/, { error: 'The number of a case' })
      .meta({ title: 'NUMBER' }),
    statement: caseStatement,
    note,
  }),
  result: { cases: z.array(z.object({ id: z.string(), kind: z.string() })) },
  changes: ['Orders', 'Order', 'Today', 'Batches', 'Mails', 'Work'],
});
