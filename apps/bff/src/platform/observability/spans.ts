/**
 * Creates spans. The async context in which the process was started has the sink. Without a sink, each
 * function only runs its callback.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomBytes } from 'node:crypto';

export interface FinishedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: 'server' | 'client' | 'internal';
  /** Milliseconds since 1970, with fractions. */
  startMs: number;
  endMs: number;
  failed: boolean;
  /** Values from short lists, without personal data. */
  attributes: Record<string, string | number>;
}

export type SpanSink = (span: FinishedSpan) => void;

export interface OpenSpan {
  readonly traceId: string;
  readonly spanId: string;
}

const contexts = new AsyncLocalStorage<{ sink: SpanSink; span?: OpenSpan }>();
const spanIdLength = 16;
const traceIdLength = 32;

const newSpanId = () => randomBytes(spanIdLength / 2).toString('hex');
const nowMs = () => performance.timeOrigin + performance.now();

/** Runs a function with a sink, which gets the spans of all work that `run` starts. */
export function withSpans<Result>(sink: SpanSink, run: () => Result): Result {
  return contexts.run({ sink }, run);
}

/** The sink of the current async context. */
export const presentSink = (): SpanSink | undefined => contexts.getStore()?.sink;

/** Runs in a span that the caller finishes. */
export function inSpan<Result>(sink: SpanSink, span: OpenSpan, run: () => Result): Result {
  return contexts.run({ sink, span }, run);
}

/**
 * @returns the span of a request, derived from its id: any replica with the id, for example from the row of a
 * lead, can continue the trace later
 */
export function spanOfRequest(requestId: string): OpenSpan {
  const digest = createHash('sha256').update(requestId).digest('hex');
  return {
    traceId: digest.slice(0, traceIdLength),
    spanId: digest.slice(traceIdLength, traceIdLength + spanIdLength),
  };
}

/** Sends a span for a call that has just ended, as a child of the current span. */
export function recordCall(
  name: string,
  { durationMs, failed }: { durationMs: number; failed: boolean },
  attributes: FinishedSpan['attributes'] = {},
): void {
  const { sink, span } = contexts.getStore() ?? {};
  if (!sink || !span) return;
  const endMs = nowMs();
  const ids = { traceId: span.traceId, spanId: newSpanId(), parentSpanId: span.spanId };
  sink({ ...ids, name, kind: 'client', startMs: endMs - durationMs, endMs, failed, attributes });
}

async function timed<Result>(
  run: () => Promise<Result>,
  tell: (times: Pick<FinishedSpan, 'startMs' | 'endMs' | 'failed'>) => void,
): Promise<Result> {
  const startMs = nowMs();
  let failed = true;
  try {
    const result = await run();
    failed = false;
    return result;
  } finally {
    tell({ startMs, endMs: nowMs(), failed });
  }
}

/** Runs a job in a separate trace. */
export function tracedJob<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  const sink = presentSink();
  if (!sink) return run();
  const span = { traceId: randomBytes(traceIdLength / 2).toString('hex'), spanId: newSpanId() };
  return timed(
    () => inSpan(sink, span, run),
    (times) => sink({ ...span, ...times, name, kind: 'internal', attributes: {} }),
  );
}

/**
 * Runs work that continues requests, for example the delivery of their leads. Sends a span in the trace of
 * each request. Spans of calls within `run` belong to the first trace.
 */
export function continued<Result>(
  requestIds: readonly (string | null)[],
  name: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const sink = presentSink();
  if (!sink) return run();
  const spans = requestIds
    .filter((id) => id !== null)
    .map((id) => {
      const { traceId, spanId: parentSpanId } = spanOfRequest(id);
      return { traceId, parentSpanId, spanId: newSpanId() };
    });
  const [first] = spans;
  if (!first) return run();
  return timed(
    () => inSpan(sink, first, run),
    (times) => {
      for (const span of spans) sink({ ...span, ...times, name, kind: 'internal', attributes: {} });
    },
  );
}

/** Runs a statement with a child span of the current span. */
export function tracedStatement<Result>(text: string, run: () => Promise<Result>): Promise<Result> {
  if (!contexts.getStore()?.span) return run();
  // Only the verb: a statement may be long, and its comments do not help readers of a trace.
  const [verb = 'statement'] = /[a-z]+/i.exec(text.replace(/\/\*.*?\*\//g, '')) ?? [];
  const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': verb };
  return timed(run, ({ startMs, endMs, failed }) =>
    recordCall(`postgresql ${verb}`, { durationMs: endMs - startMs, failed }, attributes),
  );
}
