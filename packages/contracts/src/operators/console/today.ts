/** Data of the page Today: open work, and figures of the day. */
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
  /** Refused and bounced emails. */
  failed_mails: z.number(),
  /** Bounced ones among them. A server of 1.1.0 leaves it out. */
  bounced_mails: z.number().default(0),
  /** The period until now, compared with the same length of the previous period. */
  leads: z.object({
    day: compared,
    week: compared,
    month: compared,
  }),
  /** Orders paid in the period: the amount paid, less refunds, processed or pending. */
  paid_paise: z.object({
    day: compared,
    week: compared,
    month: compared,
  }),
});
export type TodayPage = z.output<typeof todayPage>;
