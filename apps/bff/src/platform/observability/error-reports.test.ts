import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createErrorReporter } from './error-reports.ts';
import { createLog } from './log.ts';

interface Received {
  url: string | undefined;
  headers: IncomingHttpHeaders;
  parts: Record<string, unknown>[];
}
const received: Received[] = [];
const server = createServer(async (request, response) => {
  const body = await text(request);
  const parts = body.split('\n').map((line) => JSON.parse(line) as Record<string, unknown>);
  received.push({ url: request.url, headers: request.headers, parts });
  response.end('{}');
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
afterAll(() => server.close());
beforeEach(() => void received.splice(0));

function reported(dsn = `http://key@127.0.0.1:${port}/base/42`) {
  const lines: string[] = [];
  const reporter = createErrorReporter({ dsn, environment: 'staging' });
  const log = createLog('info', reporter.watch({ write: (line) => lines.push(line) }));
  return { log, lines, flush: reporter.flush };
}

it('errors: sends an error of the log with its stack and its causes', async () => {
  const { log, lines, flush } = reported();
  const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  log.info('ready');
  log.warn({ err: new Error('not an error') }, 'slow');
  log.error(
    { err: new TypeError('broken', { cause }), reqId: 'a-1', route: '/api/checkout' },
    'request failed',
  );
  await flush();
  expect(lines).toHaveLength(3);
  expect(received).toHaveLength(1);
  const [{ url, headers, parts } = { url: '', headers: {}, parts: [] }] = received;
  expect(url).toBe('/base/api/42/envelope/');
  expect(headers['x-sentry-auth']).toMatch(/sentry_version=7, .*sentry_key=key$/);
  const [envelope, item, event] = parts;
  expect(item).toEqual({ type: 'event' });
  expect(event).toMatchObject({
    event_id: envelope?.event_id,
    level: 'error',
    environment: 'staging',
    logentry: { formatted: 'request failed' },
    tags: { reqId: 'a-1', route: '/api/checkout' },
    exception: {
      values: [
        { type: 'Error', value: 'refused (ECONNREFUSED)' },
        { type: 'TypeError', value: 'broken', stacktrace: { frames: expect.any(Array) } },
      ],
    },
  });
  expect(JSON.stringify(event)).toContain('error-reports.test.ts');
});

it('errors: sends no personal data', async () => {
  const { log, flush } = reported();
  const err = Object.assign(new Error('invalid input "a.b@c.example", +91 73000 00000'), {
    detail: 'Key (email)=(a.b@c.example) already exists.',
  });
  log.error({ err, email: 'a.b@c.example', body: { name: 'Asha' } }, 'failed');
  await flush();
  expect(received).toHaveLength(1);
  expect(JSON.stringify(received[0]?.parts)).not.toMatch(/c\.example|73000|Asha/);
});

it('errors: sends a repeated error a limited number of times, and logs it each time', async () => {
  const { log, lines, flush } = reported();
  for (let number = 0; number < 200; number += 1) log.error('again');
  await flush();
  expect(lines).toHaveLength(200);
  expect(received).toHaveLength(30);
});

it('errors: ignores an endpoint that does not answer', async () => {
  const { log, lines, flush } = reported('http://key@127.0.0.1:1/42');
  log.error('failed');
  await flush();
  expect(lines).toHaveLength(1);
});
