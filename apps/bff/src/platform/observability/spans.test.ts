import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../../../testing/leads/lead-stack.ts';
import { samples } from '../../../testing/leads/samples.ts';
import { useSite } from '../../../testing/site.ts';
import { createSpanExporter } from './otlp.ts';
import { continued, type FinishedSpan, tracedJob, withSpans } from './spans.ts';

const spans: FinishedSpan[] = [];
const take = (span: FinishedSpan) => void spans.push(span);
const site = await withSpans(take, () => useSite());
beforeAll(() => withSpans(take, () => site.services.startWorkers()));

const rootOf = (name: string) => spans.find((span) => span.name === name);

it('traces: one trace covers the way from the form to the CRM', async () => {
  const form = { ...samples.contact_us, email: 'ashalata@secret.example' };
  await site.http.post('/api/contact_us').send(form).expect(200);
  const trace = await eventually(
    async () => spans.filter(({ traceId }) => traceId === rootOf('POST /api/contact_us')?.traceId),
    (found) =>
      found.some(({ name }) => name === 'deliver lead') && found.some(({ name }) => name === 'crm insert'),
  );
  const of = (name: string) => trace.find((span) => span.name === name);
  const root = of('POST /api/contact_us');
  expect(root).toMatchObject({
    kind: 'server',
    failed: false,
    attributes: { 'http.route': '/api/contact_us', 'http.response.status_code': 200 },
  });
  expect(of('upstream contact_us')).toMatchObject({ kind: 'client', parentSpanId: root?.spanId });
  expect(of('deliver lead')).toMatchObject({ parentSpanId: root?.spanId });
  expect(of('crm insert')).toMatchObject({ parentSpanId: of('deliver lead')?.spanId });
  expect(trace.some(({ name }) => name.startsWith('postgresql '))).toBe(true);
  for (const { startMs, endMs } of trace) expect(endMs).toBeGreaterThanOrEqual(startMs);
  expect(JSON.stringify(spans)).not.toMatch(/secret\.example|Asha/i);
});

it('traces: a request answered from a cache sends no span, and a failed request sends one', async () => {
  await site.http.get('/api/header').expect(200);
  const before = spans.filter(({ name }) => name === 'GET /api/header').length;
  await site.http.get('/api/header').expect(200);
  expect(spans.filter(({ name }) => name === 'GET /api/header')).toHaveLength(before);
  await site.fault({ kind: 'http_500', times: 1, calls: ['blog'] });
  await site.http.get('/api/blog').expect(502);
  expect(rootOf('GET /api/blog')).toMatchObject({ failed: true });
  expect(rootOf('upstream blog')).toMatchObject({
    failed: true,
    parentSpanId: rootOf('GET /api/blog')?.spanId,
  });
});

it('traces: without a sink the work runs and no span is sent', async () => {
  expect(await tracedJob('job', async () => 1)).toBe(1);
  expect(await continued(['a-1'], 'work', async () => 2)).toBe(2);
  expect(spans.filter(({ name }) => name === 'job' || name === 'work')).toEqual([]);
});

it('traces: are sent as OTLP; a collector that does not answer is ignored', async () => {
  const bodies: unknown[] = [];
  const server = createServer(async (request, response) => {
    bodies.push({ url: request.url, body: await json(request) });
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const options = { environment: 'staging', role: 'web' };
  const exporter = createSpanExporter({ ...options, endpoint: `http://127.0.0.1:${port}` });
  const span = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), name: 'POST /api/checkout' };
  const attributes = { 'http.route': '/api/checkout', 'http.response.status_code': 503 };
  const times = { startMs: 1_795_000_000_000.25, endMs: 1_795_000_000_001.5 };
  exporter.take({ ...span, ...times, kind: 'server', failed: true, attributes });
  await exporter.close();
  expect(bodies).toMatchObject([
    {
      url: '/v1/traces',
      body: {
        resourceSpans: [
          {
            resource: {
              attributes: [{ key: 'service.name', value: { stringValue: 'meridian-bff-web' } }, {}, {}],
            },
            scopeSpans: [
              {
                spans: [
                  {
                    ...span,
                    kind: 2,
                    startTimeUnixNano: '1795000000000250000',
                    endTimeUnixNano: '1795000000001500000',
                    status: { code: 2 },
                    attributes: [
                      { key: 'http.route', value: { stringValue: '/api/checkout' } },
                      { key: 'http.response.status_code', value: { intValue: '503' } },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    },
  ]);
  const nowhere = createSpanExporter({ ...options, endpoint: 'http://127.0.0.1:1' });
  nowhere.take({ ...span, ...times, kind: 'server', failed: true, attributes });
  await nowhere.close();
});
