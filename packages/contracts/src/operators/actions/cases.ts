/** Cases: problems that an operator has to solve. */
import { z } from 'zod';
import { action } from './action.ts';
import { note } from './fields.ts';

/** Statements with which an operator closes a case. The kind of the case determines which are possible. */
export const caseStatement = z.enum([
  /** The work in the other system is done. */
  'resolved',
  /** The upstream now has the cancelled seats or the attendees. */
  'reported',
  /** The upstream has moved the booking to the new batch. */
  'moved',
  /** The booking stays in its batch. */
  'not_moved',
  /** The upstream has made the booking. */
  'booked',
  /** The upstream has no booking, and the payment is refunded. */
  'not_booked',
  /**
   * Money was returned outside this system, and the seats stay booked: as a price reduction, as goodwill, or
   * lost to the bank.
   */
  'price_reduction',
  'goodwill',
  'service_supplied',
  /** The erased data is deleted in the other system too. */
  'deleted',
  /** The dispute is answered in the dashboard of the payment provider. */
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
      .regex(/^\d{1,15}$/, { error: 'Enter the number of a case' })
      .meta({ title: 'NUMBER' }),
    statement: caseStatement,
    note,
  }),
  result: { cases: z.array(z.object({ id: z.string(), kind: z.string() })) },
  changes: ['Orders', 'Order', 'Today', 'Batches', 'Mails', 'Work'],
});
