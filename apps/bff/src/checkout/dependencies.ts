import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { RazorpayClient } from '../payments/razorpay/client.ts';
import type { UpstreamClient } from '../upstream/upstream-client.ts';

export interface CheckoutSettings {
  /** Public id of the API key; the widget needs it. */
  keyId: string;
  /** The current secret of the API key and, while it is being changed, the previous one: what payments are signed with. */
  signatureSecrets: readonly string[];
  /** The current webhook secret and, while it is being rotated, the previous one. */
  webhookSecrets: readonly string[];
  /** The upstream honours `Idempotency-Key`, so that a booking with unknown outcome may be sent again. */
  upstreamIdempotent: boolean;
  /** Longest wait for the upstream's answer to one booking. */
  bookingTimeoutMs: number;
  /** How long a payer waits at most for the booking within the request. */
  bookingWaitMs: number;
  /** Days after which the contact details of an order that is over are erased. */
  retentionDays: number;
}

/** What the parts of the checkout work with. */
export interface CheckoutDependencies {
  database: Kysely<Database>;
  jobs: Pick<Jobs, 'enqueue'>;
  upstream: Pick<UpstreamClient, 'read' | 'submit'>;
  razorpay: RazorpayClient;
  settings: CheckoutSettings;
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>;
  now: () => Date;
  /** Told of work that outlives its request, so that an orderly stop can wait for it. */
  track: (work: Promise<unknown>) => void;
}

/** A payer's patience. */
const bookingWaitMs = 6_000;

/** @returns the settings that the environment's values make */
export function checkoutSettings(env: {
  razorpay: { keyId: string; signatureSecrets: readonly string[]; webhookSecrets: readonly string[] };
  upstreamIdempotent: boolean;
  upstreamSubmitTimeoutMs: number;
  retentionDays: number;
}): CheckoutSettings {
  const { keyId, signatureSecrets, webhookSecrets } = env.razorpay;
  const { upstreamIdempotent, upstreamSubmitTimeoutMs: bookingTimeoutMs, retentionDays } = env;
  return {
    ...{ keyId, signatureSecrets, webhookSecrets, upstreamIdempotent },
    ...{ bookingTimeoutMs, bookingWaitMs, retentionDays },
  };
}
