/** What payers ask operators to change. */
import { z } from 'zod';

export const changeRequestRow = z.object({
  id: z.string(),
  order_id: z.string(),
  /** Empty once the payer is erased. */
  name: z.string(),
  course: z.string(),
  /** Of the booked batch, `YYYY-MM-DD`: the request is of no use after it. */
  start_date: z.string(),
  /** What is asked for, without personal data. */
  change: z.string(),
  /** The batch to which the booking is to be moved. */
  batch_id: z.number().nullable(),
  asked_at: z.string(),
});
export type ChangeRequestRow = z.output<typeof changeRequestRow>;
