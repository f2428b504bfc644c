import { type CheckoutDependencies, checkoutOptions } from '../../enrolment/orders/dependencies.ts';
import { takenSeats } from '../../enrolment/seats/taken-seats.ts';
import { noteMails } from '../../mail/outbox/note-mail.ts';
import { configuredProvider } from '../../partners/payments/configured.ts';
import { createUpstreamClient } from '../../partners/upstream/upstream-client.ts';
import { type Env, readEnv } from '../../platform/settings/env.ts';
import type { BatchesDependencies } from './batches.ts';
import type { OrdersDependencies } from './orders-use.ts';
import type { WaitlistDependencies } from './waitlist.ts';

const hourMs = 60 * 60_000;

function readOnce(environment: NodeJS.ProcessEnv): () => Env {
  let known: Env | undefined;
  return () => {
    known ??= readEnv(environment);
    return known;
  };
}

function publicUrlOf(env: () => Env): string | undefined {
  try {
    return env().publicUrl;
  } catch {
    // To look at what is kept the database is enough: an address is then shown without the site's.
    return undefined;
  }
}

const upstreamOf = ({ upstreamUrl, upstreamTimeoutMs }: Env) =>
  createUpstreamClient({ baseUrl: upstreamUrl, timeoutMs: upstreamTimeoutMs });

/** What the commands about the waiting list work with, read as for {@link openCheckout}. */
export function openWaitlist<Parts extends Pick<WaitlistDependencies, 'database' | 'log'>>(
  environment: NodeJS.ProcessEnv,
  parts: Parts,
): WaitlistDependencies & Parts {
  const env = readOnce(environment);
  return {
    ...parts,
    ledger: takenSeats,
    get upstream() {
      return upstreamOf(env());
    },
    get offerMs() {
      return env().waitlistOfferHours * hourMs;
    },
    get publicUrl() {
      return publicUrlOf(env);
    },
    now: () => new Date(),
  };
}

/** What the commands about batches work with, read as for {@link openCheckout}. */
export function openBatches<Parts extends Pick<BatchesDependencies, 'database' | 'jobs' | 'log'>>(
  environment: NodeJS.ProcessEnv,
  parts: Parts,
): BatchesDependencies & Parts {
  const env = readOnce(environment);
  return {
    ...parts,
    get upstream() {
      return upstreamOf(env());
    },
    get publicUrl() {
      return env().publicUrl;
    },
    now: () => new Date(),
  };
}

/**
 * Dependencies of the money commands, with the application's settings. Read on first use, so that lists
 * need only the database; throws an EnvError for missing or invalid settings.
 */
export function openCheckout(
  environment: NodeJS.ProcessEnv,
  parts: Pick<CheckoutDependencies, 'database' | 'jobs' | 'log'>,
): OrdersDependencies {
  const env = readOnce(environment);
  return {
    ...parts,
    get upstream() {
      return upstreamOf(env());
    },
    get provider() {
      return configuredProvider(env());
    },
    get options() {
      return checkoutOptions(env());
    },
    get noteMails(): OrdersDependencies['noteMails'] {
      return env().mail && ((transaction, mails) => noteMails(transaction, mails, parts.jobs));
    },
    get publicUrl() {
      return publicUrlOf(env);
    },
    now: () => new Date(),
    // Commands await their work; only requests leave background work.
    track: () => undefined,
  };
}
