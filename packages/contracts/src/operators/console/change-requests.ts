/** Changes that payers request from operators. */
import { z } from 'zod';

export const changeRequestRow = z.object({
  id: z.string(),
  order_id: z.string(),
  /** Empty once the payer is erased. */
  name: z.string(),
  course: z.string(),
  /** First day of the booked batch, `YYYY-MM-DD`. The request cannot be granted after it. */
  start_date: z.string(),
  /** Description of the requested change, without personal data. */
  change: z.string(),
  /** Requested batch of a move; null for other changes. */
  batch_id: z.number().nullable(),
  asked_at: z.string(),
});
export type ChangeRequestRow = z.output<typeof changeRequestRow>;
