/** Somebody who asked to be erased. */
export interface DataRequestRow {
  id: string;
  /** Masked; empty once it is closed. */
  email: string;
  asked_at: string | null;
  due_at: string | null;
  /** Negative once it is overdue. */
  days_left: number;
  outcome: 'erased' | 'refused' | null;
  closed_at: string | null;
  /** Why it was refused. */
  note: string | null;
}
