/** What the payment provider reported by webhook. */
import { z } from 'zod';
export const webhookOutcomes = ['taken', 'ignored', 'set_aside'] as const;
export type WebhookRecordOutcome = (typeof webhookOutcomes)[number];

export const webhookRow = z.object({
  id: z.string(),
  /** The provider's name, such as `payment.captured`. */
  event: z.string(),
  /** Null if an earlier release took it. */
  outcome: z.enum(webhookOutcomes).nullable(),
  order_id: z.string().nullable(),
  received_at: z.string(),
});
export type WebhookRow = z.output<typeof webhookRow>;
