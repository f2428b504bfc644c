/** Composes the clients of other systems. */
import type { FastifyBaseLogger } from 'fastify';
import type { Env } from '../env.ts';
import { createVirusScanner } from '../leads/uploads/virus-scan.ts';
import type { Metrics } from '../observability/metrics.ts';
import { noteCall } from '../observability/spans.ts';
import { createUpstreamClient } from '../upstream/upstream-client.ts';

export function createUpstream(env: Env, metrics: Metrics) {
  let state: 'up' | 'down' | 'unknown' = 'unknown';
  const client = createUpstreamClient({
    baseUrl: env.upstreamUrl,
    timeoutMs: env.upstreamTimeoutMs,
    submitTimeoutMs: env.upstreamSubmitTimeoutMs,
    onCall(call) {
      state = call.result === 'answered' ? 'up' : 'down';
      metrics.observeCall(call);
      noteCall(`upstream ${call.call}`, { ...call, failed: call.result !== 'answered' });
    },
  });
  return { client, state: () => state };
}

const scanTimeoutMs = 20_000;

export function createScanner({ clamdUrl }: Env, log: FastifyBaseLogger) {
  if (clamdUrl === undefined) return undefined;
  return createVirusScanner(clamdUrl, {
    timeoutMs: scanTimeoutMs,
    onError: (error) => log.error({ err: error }, 'an upload was taken without being scanned for viruses'),
  });
}
