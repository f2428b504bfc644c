/** Events that the payment provider reported by webhook. */
import { z } from 'zod';
export const webhookOutcomes = ['taken', 'ignored', 'set_aside'] as const;
export type WebhookRecordOutcome = (typeof webhookOutcomes)[number];

export const webhookRow = z.object({
  id: z.string(),
  /** Event name of the provider, for example `payment.captured`. */
  event: z.string(),
  /** Null if an earlier release processed it. */
  outcome: z.enum(webhookOutcomes).nullable(),
  order_id: z.string().nullable(),
  received_at: z.string(),
});
export type WebhookRow = z.output<typeof webhookRow>;
