/** What needs a person, and how the day goes. */
import { z } from 'zod';
import { salesState } from '../actions/sales.ts';
import { caseRow } from './orders.ts';

export const compared = z.object({
  now: z.number(),
  before: z.number(),
});
export type Compared = z.output<typeof compared>;

export const todayPage = z.object({
  sales: salesState,
  cases: z.array(caseRow),
  dead_letters: z.number(),
  suspects: z.number(),
  refused_late: z.number(),
  failed_mails: z.number(),
  /** Until now, against the same length of the period before. */
  leads: z.object({
    day: compared,
    week: compared,
    month: compared,
  }),
  /** Of the orders paid in the span: what was paid, less what was refunded of it since or is being refunded. */
  paid_paise: z.object({
    day: compared,
    week: compared,
    month: compared,
  }),
});
export type TodayPage = z.output<typeof todayPage>;
