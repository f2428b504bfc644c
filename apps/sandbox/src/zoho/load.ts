import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../env.ts';
import { ZohoError } from './errors.ts';

export const tooManyRequests = () =>
  new ZohoError('TOO_MANY_REQUESTS', 'You have made too many requests within a certain time frame.', {
    statusCode: 429,
  });

/** Gives every call of `scope` the latency of a far CRM, and refuses what goes over its concurrency. */
export function limitLoad(
  scope: FastifyInstance,
  settings: Pick<Settings, 'zohoLatencyMs' | 'zohoConcurrency'>,
): void {
  let underWay = 0;

  scope.addHook('onRequest', async (_request, reply) => {
    if (underWay >= settings.zohoConcurrency) throw tooManyRequests();
    underWay += 1;
    // "close" also comes for a connection that is dropped, where Fastify's own hooks stay silent.
    reply.raw.once('close', () => {
      underWay -= 1;
    });
  });

  scope.addHook('preHandler', async () => {
    if (settings.zohoLatencyMs > 0) await sleep(settings.zohoLatencyMs, undefined, { ref: false });
  });
}
