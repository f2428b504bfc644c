/** The steps of a set-up, as the console shows them. */
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
  /** The site sells only when it has passed once. */
  is_required: z.boolean(),
  /** What is needed and where to find it. */
  text: z.string(),
  /** `open`: never checked. */
  state: z.enum(['open', 'passed', 'failed']),
  /** What the last check found, and what to do. */
  message: z.string().nullable(),
  checked_at: z.string().nullable(),
  /** When it passed first; it stays when a later check fails. */
  passed_at: z.string().nullable(),
  checked_by: z.string().nullable(),
});
/** An address of the site that a browser fetches to show that it reaches it. */
export const reachUrl = z.object({ url: z.string() });

export type SetupStepRow = z.output<typeof setupStep>;
