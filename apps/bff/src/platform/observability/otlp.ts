/** Sends spans as OTLP over HTTP with JSON. */
import { setTimeout as sleep } from 'node:timers/promises';
import { version } from '../settings/version.ts';
import type { FinishedSpan, SpanSink } from './spans.ts';

const everyMs = 5_000;
const timeoutMs = 10_000;
const maxBatch = 512;
/**
 * Max queued spans. Further spans are dropped, so that memory stays bounded if the collector does not answer.
 */
const maxWaiting = 4_096;
const kinds = { internal: 1, server: 2, client: 3 } as const;
const failedStatus = { code: 2 };
const nanosecondsPerMs = 1_000_000;

const attribute = (key: string, value: string | number) => ({
  key,
  value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
});

/**
 * Nanoseconds since 1970 exceed the safe integers, so the milliseconds and the rest are converted separately.
 */
function nanoseconds(ms: number): string {
  const whole = Math.floor(ms);
  return String(BigInt(whole) * 1_000_000n + BigInt(Math.round((ms - whole) * nanosecondsPerMs)));
}

function encoded({ name, kind, startMs, endMs, failed, attributes, ...ids }: FinishedSpan): object {
  return {
    ...ids,
    name,
    kind: kinds[kind],
    startTimeUnixNano: nanoseconds(startMs),
    endTimeUnixNano: nanoseconds(endMs),
    attributes: Object.entries(attributes).map(([key, value]) => attribute(key, value)),
    ...(failed && { status: failedStatus }),
  };
}

export interface SpanExporterOptions {
  /** `OTEL_EXPORTER_OTLP_ENDPOINT`, without `/v1/traces`. */
  endpoint: string;
  /** `APP_ENV`. */
  environment: string;
  /** `BFF_ROLE`. */
  role: string;
}

export interface SpanExporter {
  take: SpanSink;
  /** Stops, and sends the queued spans for at most a second. Never throws. */
  close(): Promise<void>;
}

export function createSpanExporter({ endpoint, environment, role }: SpanExporterOptions): SpanExporter {
  const resource = {
    attributes: [
      attribute('service.name', `meridian-bff-${role}`),
      attribute('service.version', version),
      attribute('deployment.environment.name', environment),
    ],
  };
  let waiting: FinishedSpan[] = [];

  async function post(spans: readonly FinishedSpan[]): Promise<void> {
    const scopeSpans = [{ scope: { name: 'meridian-bff', version }, spans: spans.map(encoded) }];
    const response = await fetch(`${endpoint}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
  }

  /** Does not retry a failed request, because traces may have gaps. */
  async function flush(): Promise<void> {
    const spans = waiting;
    waiting = [];
    for (let start = 0; start < spans.length; start += maxBatch)
      await post(spans.slice(start, start + maxBatch)).catch(() => undefined);
  }

  const timer = setInterval(() => void flush(), everyMs).unref();
  return {
    take(span) {
      if (waiting.length < maxWaiting) waiting.push(span);
    },
    async close() {
      clearInterval(timer);
      await Promise.race([flush(), sleep(1_000, undefined, { ref: false })]);
    },
  };
}
