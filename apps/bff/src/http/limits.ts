/**
 * Limits per address. The counts are each replica's own: behind a load balancer the limit of the whole is that
 * of one replica times their number.
 */
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { messageOf } from './error-handler.ts';
import { HttpProblem } from './errors.ts';

/**
 * Asked before a request costs more than a look into a cache.
 * @throws HttpProblem 429
 */
export type Guard = (request: FastifyRequest) => Promise<void>;

export interface LimitOptions {
  /** Submissions of one address to one form in a minute; 0 is no limit. */
  formsPerMinute: number;
  /** Reads and pages of one address that are not in a cache, in a minute; 0 is no limit. */
  readsPerMinute: number;
  /** Paths to which anyone may post any number of times. */
  unlimited: readonly string[];
}

const timeWindow = 60_000;
/** Addresses counted at once, the least recent forgotten first. */
const countedAddresses = 10_000;

function tooMany(retryAfterSeconds: number): HttpProblem {
  return new HttpProblem(429, messageOf(429), { retryAfterSeconds });
}

/**
 * Limits every `POST /api/…` that comes later but the `unlimited`.
 * @returns the guard for reads
 */
export async function limitRequests(app: FastifyInstance, options: LimitOptions): Promise<Guard> {
  const { formsPerMinute, readsPerMinute } = options;
  const unlimited = new Set(options.unlimited);
  if (formsPerMinute > 0) {
    // Before the plugin's own hook of this kind, which reads what is set here.
    app.addHook('onRoute', (route) => {
      if (route.method !== 'POST' || !route.url.startsWith('/api/') || unlimited.has(route.url)) return;
      route.config = { ...route.config, rateLimit: { max: formsPerMinute, timeWindow } };
    });
  }
  await app.register(rateLimit, {
    global: false,
    cache: countedAddresses,
    errorResponseBuilder: (_request, { ttl }) => tooMany(Math.ceil(ttl / 1_000)),
  });
  if (readsPerMinute === 0) return async () => undefined;
  const count = app.createRateLimit({ max: readsPerMinute, timeWindow });
  return async (request) => {
    const result = await count(request);
    if (!result.isAllowed && result.isExceeded) throw tooMany(result.ttlInSeconds);
  };
}
