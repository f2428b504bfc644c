/** What needs a person, and how the day goes. */
import type { CaseRow } from './orders.ts';

export interface Compared {
  now: number;
  before: number;
}

export interface TodayPage {
  cases: CaseRow[];
  dead_letters: number;
  suspects: number;
  refused_late: number;
  failed_mails: number;
  /** Until now, against the same length of the period before. */
  leads: { day: Compared; week: Compared; month: Compared };
  /** Of the orders paid in the span: what was paid, less what was refunded of it since or is being refunded. */
  paid_paise: { day: Compared; week: Compared; month: Compared };
}
