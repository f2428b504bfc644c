import { z } from 'zod';

/** An entry of a history. */
export const timelineEntry = z.object({
  /** ISO 8601. */
  at: z.string(),
  title: z.string(),
  detail: z.string().nullable(),
  /** Origin of the entry, for example `browser`, `webhook` or the email address of an operator. */
  source: z.string().nullable(),
});
export type TimelineEntry = z.output<typeof timelineEntry>;
