/** Endpoints of outgoing webhooks. */
import { z } from 'zod';
import { subscribableEvents } from '../../integrations/webhook-events.ts';
import { uuid } from '../../uuid.ts';
import { action } from './action.ts';

/** Why an endpoint is paused: by an operator, or because an event could not be delivered for three days. */
const pausedBy = z.enum(['operator', 'failures']);

export const webhookEndpointRow = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  personal_data: z.boolean(),
  /** Null while it is active. */
  paused_by: pausedBy.nullable(),
  /** ISO 8601, as are all times. */
  paused_at: z.string().nullable(),
  created_at: z.string(),
  /** Deliveries that wait for their next attempt, and those without any left. */
  due: z.number(),
  failed: z.number(),
});
export type WebhookEndpointRow = z.output<typeof webhookEndpointRow>;

/** One attempt of a delivery. */
export const webhookAttemptRow = z.object({
  id: z.string(),
  endpoint: z.string(),
  delivery: z.string(),
  /** `webhook-id` of the request. */
  message: z.string(),
  event: z.string(),
  at: z.string(),
  duration_ms: z.number(),
  /** HTTP status; null without an answer. */
  status: z.number().nullable(),
  /** The start of the answer, or why there was none. */
  answer: z.string(),
  /** Of the delivery now. */
  state: z.enum(['due', 'delivered', 'failed']),
});
export type WebhookAttemptRow = z.output<typeof webhookAttemptRow>;

/** @returns in words what became of an attempt: its delivery may have been accepted later */
export function outcomeOfAttempt({ status, state }: Pick<WebhookAttemptRow, 'status' | 'state'>): string {
  if (status !== null && status >= 200 && status < 300) return 'delivered';
  return { delivered: 'refused, delivered later', due: 'refused, retried later', failed: 'refused' }[state];
}

const url = z
  .url({ protocol: /^https?$/, error: 'An address such as https://example.com/webhooks' })
  .max(1_000)
  .refine((text) => !/[#@]/.test(text.split('?', 1)[0] ?? ''), {
    error: 'Without a user name, a password and a fragment',
  })
  .meta({ title: 'URL' });

const rights = { role: 'admin', positional: ['endpoint'], changes: ['WebhookEndpoints'] } as const;
const input = z.strictObject({ endpoint: uuid.meta({ title: 'ENDPOINT' }) });
const result = { endpoint: webhookEndpointRow };
/** Shown once: `whsec_` and base64. */
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
      .array(z.enum(subscribableEvents, { error: `One of ${subscribableEvents.join(', ')}` }))
      .min(1, { error: 'Choose at least one event' })
      .transform((events) => [...new Set(events)]),
    /** Sends names, email addresses and phone numbers too. */
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
    /** One delivery; all that are due or failed if absent. */
    delivery: uuid.optional(),
  }),
  result: { ...result, deliveries: z.number() },
});
