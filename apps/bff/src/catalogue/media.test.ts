import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import supertest from 'supertest';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { installErrorHandler } from '../http/error-handler.ts';
import { createMedia } from './media.ts';
import { mediaRoutes } from './media-routes.ts';

let asked: string[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => unknown;
const upstream = createServer((request, response) => {
  asked.push(request.url ?? '');
  answer(request, response);
});
await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
const upstreamUrl = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;

const app = fastify({ forceCloseConnections: true });
installErrorHandler(app);
const policy = "default-src 'none';style-src 'unsafe-inline';sandbox";
mediaRoutes(
  app,
  createMedia({
    upstreamUrl,
    timeoutMs: 2_000,
    headers: { 'content-security-policy': policy, 'x-content-type-options': 'nosniff' },
    log: { warn: () => undefined },
  }),
  async () => undefined,
);
const http = supertest(await app.listen({ host: '127.0.0.1', port: 0 }));

const file =
  (type: string, body: string | Buffer, more = {}) =>
  (_request: IncomingMessage, response: ServerResponse) =>
    response.writeHead(200, { 'content-type': type, ...more }).end(body);

beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  await app.close();
  upstream.closeAllConnections();
  upstream.close();
});

describe('GET /media/*', () => {
  it('fetches a picture once, and answers with its kind, a tag and no rights', async () => {
    answer = file('image/svg+xml', `<svg>${' '.repeat(2_000)}</svg>`, { 'set-cookie': 'a=b' });
    const first = await http.get('/media/a/b%20c.svg?v=3').expect(200);
    expect(asked).toEqual(['/media/a/b%20c.svg']);
    expect(first.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
    });
    expect(first.headers['set-cookie']).toBeUndefined();
    const { etag = '' } = first.headers;
    await http.get('/media/a/b%20c.svg').set('if-none-match', etag).expect(304);
    expect(asked).toHaveLength(1);
  });

  it('lets PDFs be viewed, and makes pages of the upstream into mere bytes', async () => {
    answer = file('application/pdf', '%PDF');
    const pdf = await http.get('/media/a.pdf').expect(200);
    expect(pdf.headers['content-security-policy']).toBeUndefined();
    answer = file('text/html', '<script>x()</script>');
    const page = await http.get('/media/a.html').expect(200);
    expect(page.headers['content-type']).toBe('application/octet-stream');
  });

  it.each([
    '/media/..%2f_upstream%2fbookings',
    '/media/a/%2e%2e/%2e%2e/secret',
    '/media/a%5c..%5cb',
    '/media/a%00.svg',
    '/media//a.svg',
    '/media/',
  ])('does not leave the folder: %s', async (path) => {
    await http.get(path).expect(404);
    expect(asked).toEqual([]);
  });

  it('passes on that a file is not there, and is out of order while the upstream is', async () => {
    answer = (_request, response) => response.writeHead(404).end();
    await http.get('/media/gone.svg').expect(404);
    answer = (_request, response) => response.writeHead(500).end();
    expect((await http.get('/media/gone.svg').expect(502)).body).toMatchObject({ status: 0 });
    answer = () => undefined;
    await http.get('/media/gone.svg').expect(502);
    answer = (_request, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    await http.get('/media/gone.svg').expect(502);
  });

  it('passes large files through, whole', async () => {
    const large = Buffer.alloc(9 * 1024 * 1024, 'x');
    answer = file('application/pdf', large, { 'content-length': large.length });
    const got = await http.get('/media/files/large.pdf').buffer(true).expect(200);
    expect(Number(got.headers['content-length'])).toBe(large.length);
    expect(got.body.length).toBe(large.length);
  });
});
