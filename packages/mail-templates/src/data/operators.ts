/** What mails to operators say. */
import { z } from 'zod';
import { mailBatch } from './parts.ts';

const consoleUrl = z.string();

/** To operators: ids and counts, no personal data. */
export const operatorAlert = z.discriminatedUnion('alert', [
  z.object({
    alert: z.literal('case_opened'),
    caseTitle: z.string(),
    /** Empty where the case is of no order. */
    orderNumber: z.string(),
    /** Where the case is of a batch. */
    batch: mailBatch.optional(),
    openedAt: z.string(),
    consoleUrl,
  }),
  z.object({
    alert: z.literal('dead_letters'),
    leads: z.number(),
    mails: z.number(),
    jobs: z.number(),
    since: z.string(),
    consoleUrl,
  }),
  z.object({ alert: z.literal('data_request'), reference: z.string(), dueAt: z.string(), consoleUrl }),
  z.object({ alert: z.literal('batch_sold_out'), batch: mailBatch, waiting: z.number(), consoleUrl }),
]);
export type OperatorAlert = z.output<typeof operatorAlert>;
