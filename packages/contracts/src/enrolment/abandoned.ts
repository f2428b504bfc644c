/** An unpaid order, as shown to visitors with its reminder link. */
import { z } from 'zod';

/** `open`: the order can be paid. `over`: the order was paid or erased, or its batch has begun. */
const abandonedStates = ['open', 'over'] as const;

/** `GET /api/unfinished/<token>`: contains no personal data. */
export const abandonedData = z.object({
  state: z.enum(abandonedStates),
  course_name: z.string(),
  start_date: z.string(),
  end_date: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  number_of_course: z.int(),
  /** Rupees, as shown at the checkout. */
  total_fee: z.number(),
  /** Path of the checkout with the batch and the seats selected, at the current price. */
  checkout_path: z.string(),
});
export type AbandonedData = z.infer<typeof abandonedData>;
