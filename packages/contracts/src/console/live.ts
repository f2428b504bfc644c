/** What an open console is told, and who works on what. */
import { z } from 'zod';

export const presenceSubjects = ['order', 'lead', 'case'] as const;
export type PresenceSubject = (typeof presenceSubjects)[number];

/** An event of `GET /console/api/live`. `all`: events were missed, so everything is read again. */
export const liveEvent = z.object({ kind: z.enum([...presenceSubjects, 'presence', 'all']), id: z.string() });
export type LiveEvent = z.output<typeof liveEvent>;

/** An operator who has a page open, or took what it is about. */
export interface PresenceRow {
  kind: PresenceSubject;
  id: string;
  operator_name: string;
  operator_email: string;
  /** The page is open now. */
  is_open: boolean;
  taken_at: string | null;
}
