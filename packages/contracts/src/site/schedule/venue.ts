/**
 * Mode and venue of a batch, if the upstream sends them. The place of supply of a classroom training is its
 * venue.
 */
import { z } from 'zod';

const absent = undefined;

export const batchVenue = z.object({
  mode: z.enum(['online', 'classroom']).optional().catch(absent),
  /** Two-digit state code. */
  venue_state: z.preprocess(
    (value) => (typeof value === 'number' ? String(value).padStart(2, '0') : value),
    z
      .string()
      .regex(/^\d{2}$/)
      .optional()
      .catch(absent),
  ),
});
