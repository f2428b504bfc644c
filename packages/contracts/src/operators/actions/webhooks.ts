/** Endpoints of outgoing webhooks. */
import { z } from 'zod';
import { subscribableEvents } from '../../integrations/webhook-events.ts';
import { uuid } from '../../uuid.ts';
import { action } from './action.ts';

/** Cause of a pause: an operator, or an event that could not be delivered for three days. */
const pausedBy = z.enum(['operator', 'failures']);

export const webhookEndpointRow = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  personal_data: z.boolean(),
  /** Null while the endpoint is active. */
  paused_by: pausedBy.nullable(),
  /** ISO 8601, like all times here. */
  paused_at: z.string().nullable(),
  created_at: z.string(),
  /** `due`: deliveries that wait for their next attempt. `failed`: deliveries without further attempts. */
  due: z.number(),
  failed: z.number(),
});
export type WebhookEndpointRow = z.output<typeof webhookEndpointRow>;

/** One attempt of a delivery. */
export const webhookAttemptRow = z.object({
  id: z.string(),
  endpoint: z.string(),
  delivery: z.string(),
  /** Value of the header `webhook-id`. */
  message: z.string(),
  event: z.string(),
  at: z.string(),
  duration_ms: z.number(),
  /** HTTP status; null if there was no response. */
  status: z.number().nullable(),
  /** Beginning of the response, or the reason why there was none. */
  answer: z.string(),
  /** Current state of the delivery. */
  state: z.enum(['due', 'delivered', 'failed']),
});
export type WebhookAttemptRow = z.output<typeof webhookAttemptRow>;

/**
 * @returns the outcome of an attempt in words; a later attempt of the same delivery may have been accepted
 */
export function outcomeOfAttempt({ status, state }: Pick<WebhookAttemptRow, 'status' | 'state'>): string {
  if (status !== null && status >= 200 && status < 300) return 'delivered';
  return { delivered: 'refused, delivered later', due: 'refused, retried later', failed: 'refused' }[state];
}

const url = z
  .url({ protocol: /^https?$/, error: 'Enter an address such as https://example.com/webhooks' })
  .max(1_000)
  .refine((text) => !/[#@]/.test(text.split('?', 1)[0] ?? ''), {
    error: 'Enter the address without a user name, a password and a fragment',
  })
  .meta({ title: 'URL' });

const rights = { role: 'admin', positional: ['endpoint'], changes: ['WebhookEndpoints'] } as const;
const input = z.strictObject({ endpoint: uuid.meta({ title: 'ENDPOINT' }) });
const result = { endpoint: webhookEndpointRow };
/** Shown only once: `whsec_` and base64. */
const secret = z.string();

export const webhooksAdd = action({
  ...rights,
  name: 'webhooks.add',
  title: 'Added a webhook endpoint',
  stepUp: true,
  positional: ['url'],
  input: z.strictObject({
    url,
    events: z
      .array(z.enum(subscribableEvents, { error: `Choose from ${subscribableEvents.join(', ')}` }))
      .min(1, { error: 'Choose at least one event' })
      .transform((events) => [...new Set(events)]),
    /** True if names, email addresses and phone numbers are sent too. */
    personal_data: z.boolean().default(false),
  }),
  result: { ...result, secret },
  hasSecretResult: true,
});

export const webhooksRemove = action({
  ...rights,
  name: 'webhooks.remove',
  title: 'Removed a webhook endpoint',
  stepUp: false,
  input,
  result: {},
});

export const webhooksPause = action({
  ...rights,
  name: 'webhooks.pause',
  title: 'Paused a webhook endpoint',
  stepUp: false,
  input,
  result,
});

export const webhooksResume = action({
  ...rights,
  name: 'webhooks.resume',
  title: 'Resumed a webhook endpoint',
  stepUp: false,
  input,
  result,
});

export const webhooksRotateSecret = action({
  ...rights,
  name: 'webhooks.rotate-secret',
  title: 'Replaced the secret of a webhook endpoint',
  stepUp: true,
  input,
  result: { ...result, secret },
  hasSecretResult: true,
});

export const webhooksSendTest = action({
  ...rights,
  name: 'webhooks.send-test',
  title: 'Sent a test event to a webhook endpoint',
  stepUp: false,
  input,
  result,
});

export const webhooksRetry = action({
  ...rights,
  name: 'webhooks.retry',
  title: 'Retried deliveries of a webhook endpoint',
  stepUp: false,
  input: input.extend({
    /** Id of a delivery. Default: all deliveries that are due or failed. */
    delivery: uuid.optional(),
  }),
  result: { ...result, deliveries: z.number() },
});
