/** What is checked of the installation, as by `ops doctor`. */
import { z } from 'zod';
export const doctorFinding = z.object({
  name: z.string(),
  /** `skipped`: something that it needs is at fault. */
  state: z.enum(['ok', 'warning', 'fault', 'skipped']),
  text: z.string(),
  /** What to do about it. */
  advice: z.string().optional(),
});
export type DoctorFinding = z.output<typeof doctorFinding>;
