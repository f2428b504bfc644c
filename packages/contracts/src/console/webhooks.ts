/** What the payment provider reported by webhook. */
export const webhookOutcomes = ['taken', 'ignored', 'set_aside'] as const;
export type WebhookRecordOutcome = (typeof webhookOutcomes)[number];

export interface WebhookRow {
  id: string;
  /** The provider's name, such as `payment.captured`. */
  event: string;
  /** Null where an earlier release took it. */
  outcome: WebhookRecordOutcome | null;
  order_id: string | null;
  received_at: string;
}
