import { type CheckoutDependencies, checkoutOptions } from '../checkout/dependencies.ts';
import { type Env, readEnv } from '../env.ts';
import { configuredProvider } from '../payments/configured.ts';
import { createUpstreamClient } from '../upstream/upstream-client.ts';
import type { OrdersDependencies } from './orders.ts';

/**
 * What the commands about money work with: the same settings as the application's own. They are read on first
 * use, so that a list needs the database alone; what is missing or at fault is then named in an EnvError.
 */
export function openCheckout(
  environment: NodeJS.ProcessEnv,
  parts: Pick<CheckoutDependencies, 'database' | 'jobs' | 'log'>,
): OrdersDependencies {
  let known: Env | undefined;
  const env = (): Env => {
    known ??= readEnv(environment);
    return known;
  };
  return {
    ...parts,
    get upstream() {
      return createUpstreamClient({ baseUrl: env().upstreamUrl, timeoutMs: env().upstreamTimeoutMs });
    },
    get provider() {
      return configuredProvider(env());
    },
    get options() {
      return checkoutOptions(env());
    },
    get publicUrl() {
      try {
        return env().publicUrl;
      } catch {
        // To look at an order the database is enough: its receipt's address is then shown without the site's.
        return undefined;
      }
    },
    now: () => new Date(),
    // A command waits for its own work, and only requests leave some behind.
    track: () => undefined,
  };
}
