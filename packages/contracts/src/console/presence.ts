/** Who works on what. */

export const presenceSubjects = ['order', 'lead', 'case'] as const;
export type PresenceSubject = (typeof presenceSubjects)[number];

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
