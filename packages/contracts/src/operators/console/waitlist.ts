import { z } from 'zod';
import { waitingRow } from './batches.ts';

/** An entry in the waiting list of all batches. */
export const waitlistRow = waitingRow.extend({
  batch_id: z.number(),
  course: z.string(),
  /** First day of the batch, `YYYY-MM-DD`; null if it is unknown. */
  start_date: z.string().nullable(),
});
export type WaitlistRow = z.output<typeof waitlistRow>;
