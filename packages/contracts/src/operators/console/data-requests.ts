/** A request for erasure. */
import { z } from 'zod';

export const dataRequestRow = z.object({
  id: z.string(),
  /** Masked address; empty once the request is closed. */
  email: z.string(),
  asked_at: z.string().nullable(),
  due_at: z.string().nullable(),
  /** Negative once it is overdue. */
  days_left: z.number(),
  outcome: z.enum(['erased', 'refused']).nullable(),
  closed_at: z.string().nullable(),
  /** Reason for a refusal. */
  note: z.string().nullable(),
});
export type DataRequestRow = z.output<typeof dataRequestRow>;
