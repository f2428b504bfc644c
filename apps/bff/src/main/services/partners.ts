/** Composes the clients of external systems. */
import type { FastifyBaseLogger } from 'fastify';
import { createUpstreamClient } from '../../partners/upstream/upstream-client.ts';
import { createVirusScanner } from '../../partners/virus-scanner/virus-scan.ts';
import type { Metrics } from '../../platform/observability/metrics.ts';
import { recordCall } from '../../platform/observability/spans.ts';
import type { Env } from '../../platform/settings/env.ts';

export function createUpstream(env: Env, metrics: Metrics) {
  let state: 'up' | 'down' | 'unknown' = 'unknown';
  const client = createUpstreamClient({
    baseUrl: env.upstreamUrl,
    timeoutMs: env.upstreamTimeoutMs,
    submitTimeoutMs: env.upstreamSubmitTimeoutMs,
    onCall(call) {
      state = call.result === 'answered' ? 'up' : 'down';
      metrics.observeCall(call);
      recordCall(`upstream ${call.call}`, { ...call, failed: call.result !== 'answered' });
    },
  });
  return { client, state: () => state };
}

const scanTimeoutMs = 20_000;

export function createScanner({ clamdUrl }: Env, log: FastifyBaseLogger) {
  if (clamdUrl === undefined) return undefined;
  return createVirusScanner(clamdUrl, {
    timeoutMs: scanTimeoutMs,
    onError: (error) => log.error({ err: error }, 'an upload was accepted without a virus scan'),
  });
}
