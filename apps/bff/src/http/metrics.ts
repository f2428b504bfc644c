import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { CallObservation } from '../upstream/upstream-client.ts';
import type { CacheResult } from './stale-cache.ts';

export type CacheName = 'reads' | 'documents' | 'media';

export interface Metrics {
  /** Counts every answer by route and status, and measures those that took work. */
  observeRequests(app: FastifyInstance): void;
  observeCall(call: CallObservation): void;
  observeCache(cache: CacheName, result: CacheResult): void;
  /** Serves `GET /metrics`, and nothing else. */
  listen(port: number, host: string): Promise<Server>;
  text(): Promise<string>;
}

/** Adds to plain numbers, and hands them to the registry when it is read: a labelled counter costs at each request. */
function tally(register: Registry, options: { name: string; help: string; labelNames: string[] }) {
  const counts = new Map<string, number>();
  new Counter({
    ...options,
    registers: [register],
    collect() {
      this.reset();
      for (const [key, count] of counts) {
        const values = key.split('\n');
        this.inc(
          Object.fromEntries(options.labelNames.map((name, index) => [name, values[index] ?? ''])),
          count,
        );
      }
    },
  });
  return (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
}

export function createMetrics(): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const countRequest = tally(register, {
    name: 'http_requests_total',
    help: 'Answers by route, method and status',
    labelNames: ['route', 'method', 'status'],
  });
  const countCache = tally(register, {
    name: 'cache_requests_total',
    help: 'Requests to a cache: fresh, stale, loaded, or kept because loading failed',
    labelNames: ['cache', 'result'],
  });
  const requestSeconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer what was not served from a cache, by route',
    labelNames: ['route'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  });
  const callSeconds = new Histogram({
    name: 'upstream_call_duration_seconds',
    help: 'Time of each call of the upstream, by call and result',
    labelNames: ['call', 'result'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  });

  return {
    observeRequests(app) {
      app.addHook('onResponse', (request, reply, done) => {
        const route = request.routeOptions.url ?? 'none';
        countRequest(`${route}\n${request.method}\n${reply.raw.statusCode}`);
        if (!reply.sent || reply.raw.statusCode >= 500 || request.method === 'POST')
          requestSeconds.observe({ route }, reply.elapsedTime / 1_000);
        done();
      });
    },
    observeCall: ({ call, result, durationMs }) => callSeconds.observe({ call, result }, durationMs / 1_000),
    observeCache: (cache, result) => void countCache(`${cache}\n${result}`),
    text: () => register.metrics(),
    listen(port, host) {
      const server = createServer(async (request, response) => {
        if (request.url !== '/metrics' || request.method !== 'GET') {
          response.writeHead(404).end();
          return;
        }
        response.writeHead(200, { 'content-type': register.contentType }).end(await register.metrics());
      });
      return new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => resolve(server));
      });
    },
  };
}
