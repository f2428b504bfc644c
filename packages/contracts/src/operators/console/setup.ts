/** Steps of the set-up, as the console shows them. */
import { z } from 'zod';

export const setupStepIds = [
  'server',
  'domain',
  'email',
  'payments',
  'crm',
  'supplier',
  'policies',
  'grievance',
  'backup',
  'order',
] as const;
export type SetupStepId = (typeof setupStepIds)[number];

export const setupStep = z.object({
  id: z.enum(setupStepIds),
  title: z.string(),
  /** True if sales can be opened only once it has passed. */
  is_required: z.boolean(),
  /** The required information and where to find it. */
  text: z.string(),
  /** `open`: never checked. */
  state: z.enum(['open', 'passed', 'failed']),
  /** Result of the last check, and what to do. */
  message: z.string().nullable(),
  checked_at: z.string().nullable(),
  /** Time at which it first passed; it stays if a later check fails. */
  passed_at: z.string().nullable(),
  checked_by: z.string().nullable(),
});
/** A URL of the site that the browser fetches, to prove that it reaches the site. */
export const reachUrl = z.object({ url: z.string() });

export type SetupStepRow = z.output<typeof setupStep>;
