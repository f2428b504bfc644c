import type { FastifyInstance } from 'fastify';
import { type FinishedSpan, inSpan, type OpenSpan, presentSink, spanOfRequest } from './spans.ts';

const firstFailure = 500;

/** Creates the ids at first use: most requests are answered from a cache and send no span. */
class RequestSpan implements OpenSpan {
  readonly #requestId: string;
  #span: OpenSpan | undefined;

  constructor(requestId: string) {
    this.#requestId = requestId;
  }

  /** True once another span has used the ids. */
  get isUsed(): boolean {
    return this.#span !== undefined;
  }

  get #made(): OpenSpan {
    this.#span ??= spanOfRequest(this.#requestId);
    return this.#span;
  }

  get traceId(): string {
    return this.#made.traceId;
  }

  get spanId(): string {
    return this.#made.spanId;
  }
}

/**
 * Sends a span for each submission, each failed request, and each request that needed an external service or
 * the database.
 */
export function traceRequests(app: FastifyInstance): void {
  const sink = presentSink();
  if (!sink) return;
  const spans = new WeakMap<object, RequestSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    const span = new RequestSpan(request.id);
    spans.set(request, span);
    inSpan(sink, span, done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    const { method } = request;
    const { statusCode } = reply;
    const failed = statusCode >= firstFailure;
    if (span && (span.isUsed || failed || method !== 'GET')) {
      const route = request.routeOptions.url ?? 'none';
      const endMs = performance.timeOrigin + performance.now();
      const finished: FinishedSpan = {
        traceId: span.traceId,
        spanId: span.spanId,
        name: `${method} ${route}`,
        kind: 'server',
        startMs: endMs - reply.elapsedTime,
        endMs,
        failed,
        attributes: {
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': statusCode,
          'meridian.request_id': request.id,
        },
      };
      sink(finished);
    }
    done();
  });
}
