/**
 * Rate limits per network address. Counts are per replica, so the total limit grows with the number of
 * replicas.
 */
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkAddress } from './network-address.ts';
import { messageOf } from './problems/error-handler.ts';
import { HttpProblem } from './problems/errors.ts';

/**
 * Checks a rate limit. Call before any work that costs more than a cache lookup.
 * @throws HttpProblem 429
 */
export type Guard = (request: FastifyRequest) => Promise<void>;

export interface LimitOptions {
  /** Max POST requests per address, route and minute; 0 is unlimited. */
  formsPerMinute: number;
  /**
   * Max cache misses (reads, pages), and max reads of each route with a token, per address and minute; 0 is
   * unlimited.
   */
  readsPerMinute: number;
  /** Paths whose POST is unlimited. */
  unlimited: readonly string[];
}

const timeWindow = 60_000;
/** Path parameters that grant access or could be guessed. Each read with one of them queries the database. */
const permission = /:(?:token|link|certificate)\b/;
/** Max tracked addresses (LRU). */
const countedAddresses = 10_000;

const keyGenerator = ({ ip }: FastifyRequest) => networkAddress(ip);

function tooMany(retryAfterSeconds: number): HttpProblem {
  return new HttpProblem(429, messageOf(429), { retryAfterSeconds });
}

/**
 * Limits POST routes registered later, except `unlimited`, and reads by a token. Routes with their own
 * `rateLimit` keep it.
 * @returns the guard for reads
 */
export async function limitRequests(app: FastifyInstance, options: LimitOptions): Promise<Guard> {
  const { formsPerMinute, readsPerMinute } = options;
  const unlimited = new Set(options.unlimited);
  if (formsPerMinute > 0) {
    // This hook must precede the plugin's `onRoute` hook, which reads this config.
    app.addHook('onRoute', (route) => {
      if (![route.method].flat().includes('POST') || unlimited.has(route.url)) return;
      route.config = { rateLimit: { max: formsPerMinute, timeWindow }, ...route.config };
    });
  }
  if (readsPerMinute > 0)
    app.addHook('onRoute', (route) => {
      const reads = [route.method].flat().some((method) => method === 'GET' || method === 'HEAD');
      if (!reads || !permission.test(route.url)) return;
      route.config = { rateLimit: { max: readsPerMinute, timeWindow }, ...route.config };
    });
  await app.register(rateLimit, {
    global: false,
    cache: countedAddresses,
    keyGenerator,
    errorResponseBuilder: (_request, { ttl }) => tooMany(Math.ceil(ttl / 1_000)),
  });
  if (readsPerMinute === 0) return async () => undefined;
  const count = app.createRateLimit({ max: readsPerMinute, timeWindow, keyGenerator });
  return async (request) => {
    const result = await count(request);
    if (!result.isAllowed && result.isExceeded) throw tooMany(result.ttlInSeconds);
  };
}
