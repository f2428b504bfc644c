import { z } from 'zod';

/** An entry of a history. */
export const timelineEntry = z.object({
  /** ISO 8601. */
  at: z.string(),
  title: z.string(),
  detail: z.string().nullable(),
  /** Who or what: `browser`, `webhook`, an operator's address. */
  source: z.string().nullable(),
});
export type TimelineEntry = z.output<typeof timelineEntry>;
