/** An unpaid order, for the holder of its reminder link. */
import { z } from 'zod';

/** `open`: it can be paid; `over`: paid meanwhile, erased, or its batch has begun. */
const abandonedStates = ['open', 'over'] as const;

/** `GET /api/unfinished/<token>`: nothing of the person. */
export const abandonedData = z.object({
  state: z.enum(abandonedStates),
  course_name: z.string(),
  start_date: z.string(),
  end_date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  number_of_course: z.int(),
  /** Rupees, as they were shown. */
  total_fee: z.number(),
  /** The checkout with batch and seats chosen, at the price of today. */
  checkout_path: z.string(),
});
export type AbandonedData = z.infer<typeof abandonedData>;
