/** Checks of the installation, the same as in `ops doctor`. */
import { z } from 'zod';
export const doctorFinding = z.object({
  name: z.string(),
  /** `skipped`: a check on which it depends has failed. */
  state: z.enum(['ok', 'warning', 'fault', 'skipped']),
  text: z.string(),
  /** How to correct the fault. */
  advice: z.string().optional(),
});
export type DoctorFinding = z.output<typeof doctorFinding>;
