/** What mails to everybody of a batch say. */
import { z } from 'zod';
import { mailBatch, payersOrder } from './parts.ts';

/** To the payer, and (`order: null`) to each attendee: the batch does not take place. */
export const batchCalledOff = z.object({
  name: z.string(),
  batch: mailBatch,
  order: z.object(payersOrder).nullable(),
});
export type BatchCalledOff = z.output<typeof batchCalledOff>;

/** To payer and attendees; who attends gets no link to the order. */
export const reminder = z.object({
  name: z.string(),
  batch: mailBatch,
  before: z.enum(['7_days', '1_day', '2_hours']),
  joining: z.string().nullable(),
  receiptUrl: z.string().nullable(),
});
export type Reminder = z.output<typeof reminder>;

export const joiningChanged = z.object({ name: z.string(), batch: mailBatch, joining: z.string() });
export type JoiningChanged = z.output<typeof joiningChanged>;

/** To everybody of a batch, in the words of an operator. */
export const batchMessage = z.object({
  name: z.string(),
  batch: mailBatch,
  subject: z.string(),
  /** Plain text with line breaks. */
  text: z.string(),
});
export type BatchMessage = z.output<typeof batchMessage>;
