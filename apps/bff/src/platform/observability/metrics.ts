import { createServer, type Server } from 'node:http';
import { readCallNames } from '@meridian/contracts/calls';
import { readRules } from '@meridian/contracts/read-rules';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { CacheResult } from '../cache/swr-cache.ts';
import type { OnRemoteCall } from '../remote/observed.ts';
import { version } from '../settings/version.ts';
import { counter } from './counter.ts';
import { createEventLoopMetrics, createPoolMetrics, type PoolCounts } from './process-metrics.ts';

export type CacheName = 'reads' | 'pages' | 'media';

export interface Metrics {
  /** Counts responses by route and status; measures requests other than GET, and responses from 500. */
  observeRequests(app: FastifyInstance): void;
  observeCall(call: { call: string; result: string; durationMs: number }): void;
  /** Measures a call of the payment provider or the CRM. */
  observeRemote: OnRemoteCall;
  /** Adds a connection pool to the gauges, under its name. */
  observePool(name: string, pool: PoolCounts): void;
  observeCache(cache: CacheName, result: CacheResult): void;
  /** Counts an unknown field of a request body. */
  countUnknownField(route: string): void;
  /** Counts CSP violation reports. */
  countCspReport(directive: string): void;
  /** Counts an attempt to send an email, by result. */
  countMail(kind: string, result: string): void;
  /** Counts a step of a visit. */
  countStep(step: string): void;
  /** Counts a measured Web Vital. */
  countVital(vital: string, rating: string): void;
  /** Counts visit counts that could not be stored. */
  countLostVisits(counts: number): void;
  /** Counts an upstream text that exceeds the HTML limits and is shown as empty. */
  countEmptiedHtml(call: string): void;
  /**
   * Adds gauges that are updated on each scrape. A second call replaces the update of the first.
   * @param create registers the gauges and returns the update function, which must not throw
   */
  observeState(create: (register: Registry) => () => Promise<void>): void;
  /** Serves only `GET /metrics`. */
  listen(port: number, host: string): Promise<Server>;
  text(): Promise<string>;
}

/**
 * Statuses of failures that alerts count. Their series begin with 0, because `increase()` misses the first
 * increment of a new series.
 */
const failures = { GET: [500, 502, 503], POST: [400, 429, 500, 502, 503] } as const;

/**
 * Sampling interval of the event loop delay. Node's default of 10 ms wakes an idle server a hundred times a
 * second.
 */
const loopSampleMs = 50;

export function createMetrics(): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: loopSampleMs });
  new Gauge({
    name: 'build_info',
    help: 'Always 1; the label has the version',
    labelNames: ['version'],
    registers: [register],
  }).set({ version }, 1);
  createEventLoopMetrics(register);
  const countRequest = counter(register, {
    name: 'http_requests_total',
    help: 'Responses by route and status',
    labelNames: ['route', 'status'],
  });
  const countCache = counter(register, {
    name: 'cache_requests_total',
    help: 'Cache reads by result: fresh, stale (one refresh runs), loaded, stale_if_error (the refresh failed)',
    labelNames: ['cache', 'result'],
  });
  const countMail = counter(register, {
    name: 'mail_attempts_total',
    help: 'Attempts to send an email by kind and result: accepted, temporary, refused',
    labelNames: ['kind', 'result'],
  });
  const countVital = counter(register, {
    name: 'web_vitals_total',
    help: "Web Vitals that visitors' browsers measured, by Google's rating",
    labelNames: ['vital', 'rating'],
  });
  const visitSteps = new Counter({
    name: 'visit_steps_total',
    help: 'Counted steps of visits, by step',
    labelNames: ['step'],
    registers: [register],
  });
  const lostVisits = new Counter({
    name: 'visit_counts_lost_total',
    help: 'Visit counts that were lost, because the database failed or there were too many of them',
    registers: [register],
  });
  const unknownFields = new Counter({
    name: 'http_unknown_fields_total',
    help: 'Unknown fields of request bodies, which were ignored',
    labelNames: ['route'],
    registers: [register],
  });
  const cspReports = new Counter({
    name: 'csp_reports_total',
    help: 'Violations of the content security policy, by directive',
    labelNames: ['directive'],
    registers: [register],
  });
  const emptiedHtml = new Counter({
    name: 'upstream_html_emptied_total',
    help: 'HTML texts of the upstream that are too large or too deeply nested and are shown as empty, by call',
    labelNames: ['call'],
    registers: [register],
  });
  // `increase()` needs an initial 0.
  for (const call of readCallNames) if (readRules[call].html) emptiedHtml.inc({ call }, 0);
  const requestSeconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Response time of submissions and of failed requests, by route',
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
  const remoteSeconds = new Histogram({
    name: 'remote_call_duration_seconds',
    help: 'Time of each call of the payment provider and the CRM, by call and result',
    labelNames: ['remote', 'call', 'result'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers: [register],
  });

  let refreshState = async (): Promise<void> => undefined;
  async function text(): Promise<string> {
    await refreshState();
    return register.metrics();
  }

  return {
    observeRequests(app) {
      app.addHook('onRoute', ({ method, url }) => {
        const methods = [method].flat();
        for (const known of ['GET', 'POST'] as const)
          if (methods.includes(known)) for (const status of failures[known]) countRequest(url, status, 0);
        if (methods.includes('POST')) requestSeconds.zero({ route: url });
      });
      app.addHook('onResponse', (request, reply, done) => {
        const route = request.routeOptions.url ?? 'none';
        const { statusCode } = reply.raw;
        countRequest(route, statusCode);
        // Cached responses are not timed.
        if (request.raw.method !== 'GET' || statusCode >= 500)
          requestSeconds.observe({ route }, reply.elapsedTime / 1_000);
        done();
      });
    },
    observeCall: ({ call, result, durationMs }) => callSeconds.observe({ call, result }, durationMs / 1_000),
    observeRemote: ({ remote, call, result, durationMs }) =>
      remoteSeconds.observe({ remote, call, result }, durationMs / 1_000),
    observePool: createPoolMetrics(register),
    observeCache: (cache, result) => countCache(cache, result),
    countUnknownField: (route) => unknownFields.inc({ route }),
    countCspReport: (directive) => cspReports.inc({ directive }),
    countMail,
    countStep: (step) => visitSteps.inc({ step }),
    countVital,
    countLostVisits: (counts) => lostVisits.inc(counts),
    countEmptiedHtml: (call) => emptiedHtml.inc({ call }),
    observeState(create) {
      refreshState = create(register);
    },
    text,
    listen(port, host) {
      const server = createServer(async (request, response) => {
        if (request.url !== '/metrics' || request.method !== 'GET') {
          response.writeHead(404).end();
          return;
        }
        const body = await text();
        response.writeHead(200, { 'content-type': register.contentType }).end(body);
      });
      return new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => resolve(server));
      });
    },
  };
}
