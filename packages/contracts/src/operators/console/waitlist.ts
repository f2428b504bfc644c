import { z } from 'zod';
import { waitingRow } from './batches.ts';

/** A waiting entry, in the list of all batches. */
export const waitlistRow = waitingRow.extend({
  batch_id: z.number(),
  course: z.string(),
  /** Of the batch, `YYYY-MM-DD`, as far as it is known. */
  start_date: z.string().nullable(),
});
export type WaitlistRow = z.output<typeof waitlistRow>;
