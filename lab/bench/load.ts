/** Sends a load over many connections. */
import autocannon from 'autocannon';
import { BenchError } from './bench-error.ts';
import { percentile } from './statistics.ts';

export interface LoadOptions {
  url: string;
  seconds: number;
  connections?: number;
  /** Requests per second of all connections together. Default: as many as the server answers. */
  perSecond?: number;
  headers?: Record<string, string>;
  /** Returns a JSON body for each request, which makes it a POST. */
  nextRequest?: () => LoadRequest;
}

export interface LoadRequest {
  body: string;
  headers?: Record<string, string>;
}

export interface Load {
  perSecond: number;
  requests: number;
  p50Ms: number;
  p99Ms: number;
}

const defaultConnections = 50;

/**
 * Sends requests for a given time. Each connection sends the next request after the answer to the last one.
 * @throws BenchError for any error or answer outside 2xx, which would make the rate meaningless
 */
export async function sendLoad(options: LoadOptions): Promise<Load> {
  const { url, seconds, connections = defaultConnections, perSecond, headers = {}, nextRequest } = options;
  const latenciesMs: number[] = [];
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const request = {
      url,
      connections,
      duration: seconds,
      headers,
      ...(perSecond !== undefined && { overallRate: perSecond }),
      ...(nextRequest && {
        method: 'POST' as const,
        headers: { ...headers, 'content-type': 'application/json' },
        requests: [
          {
            setupRequest(own: autocannon.Request) {
              const { body, headers: added } = nextRequest();
              return { ...own, body, headers: { ...own.headers, ...added } };
            },
          },
        ],
      }),
    };
    autocannon(request, (error, done) => (error ? reject(error) : resolve(done))).on(
      'response',
      (_client, _status, _bytes, latencyMs) => latenciesMs.push(latencyMs),
    );
  });
  if (result.errors + result.non2xx > 0 || result['2xx'] === 0)
    throw new BenchError(
      'wrong_answer',
      `${url}: ${result['2xx']} successes, ${result.non2xx} other answers, ${result.errors} errors`,
    );
  return {
    requests: result['2xx'],
    perSecond: result['2xx'] / result.duration,
    p50Ms: percentile(latenciesMs, 50),
    p99Ms: percentile(latenciesMs, 99),
  };
}
