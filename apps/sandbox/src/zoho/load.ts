import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../env.ts';
import { ZohoError } from './errors.ts';

export const tooManyRequests = () =>
  new ZohoError('TOO_MANY_REQUESTS', 'You have made too many requests within a certain time frame.', {
    statusCode: 429,
  });

/** Simulates the CRM's latency and its limit of concurrent calls. */
export function limitLoad(
  scope: FastifyInstance,
  settings: Pick<Settings, 'zohoLatencyMs' | 'zohoConcurrency'>,
): void {
  let active = 0;

  scope.addHook('onRequest', async (_request, reply) => {
    if (active >= settings.zohoConcurrency) throw tooManyRequests();
    active += 1;
    // `close` fires for dropped connections too; Fastify's hooks do not.
    reply.raw.once('close', () => {
      active -= 1;
    });
  });

  scope.addHook('preHandler', async () => {
    if (settings.zohoLatencyMs > 0) await sleep(settings.zohoLatencyMs, undefined, { ref: false });
  });
}
