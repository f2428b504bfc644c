import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import fastify from 'fastify';
import supertest from 'supertest';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { installErrorHandler } from '../../platform/http/problems/error-handler.ts';
import { createMedia } from './media.ts';
import { mediaRoutes } from './media-routes.ts';

const mebibyte = 1024 * 1024;
const chunked = { 'transfer-encoding': 'chunked' };
let requested: string[] = [];
let askedFor: IncomingHttpHeaders[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => unknown;
const upstream = createServer((request, response) => {
  requested.push(request.url ?? '');
  askedFor.push(request.headers);
  answer(request, response);
});
await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
const upstreamUrl = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;

const app = fastify({ forceCloseConnections: true });
installErrorHandler(app);
const bytesOnly = 'application/octet-stream';
const policy = "default-src 'none';style-src 'unsafe-inline';sandbox";
const maxSentBytes = 12 * mebibyte;
const media = createMedia({
  upstreamUrl,
  timeoutMs: 20_000,
  maxSentBytes,
  headers: { 'content-security-policy': policy, 'x-content-type-options': 'nosniff' },
  log: { warn: () => undefined },
});
mediaRoutes(app, media, async () => undefined);
const http = supertest(await app.listen({ host: '127.0.0.1', port: 0 }));

const file =
  (type: string, body: string | Buffer, more = {}) =>
  (_request: IncomingMessage, response: ServerResponse) =>
    response.writeHead(200, { 'content-type': type, ...more }).end(body);

beforeEach(() => {
  requested = [];
  askedFor = [];
});
afterAll(async () => {
  await app.close();
  upstream.closeAllConnections();
  upstream.close();
});

describe('GET /media/*', () => {
  it('fetches an image once, and responds with its type, an ETag and a policy without permissions', async () => {
    answer = file('image/svg+xml', `<svg>${' '.repeat(2_000)}</svg>`, { 'set-cookie': 'a=b' });
    const first = await eventually(async () => {
      const got = await http.get('/media/a/b%20c.svg?v=3').expect(200);
      // Compression runs in the background. The first response waits for it for at most 100 ms.
      expect(got.headers['content-encoding']).toBe('gzip');
      return got;
    });
    expect(requested).toEqual(['/media/a/b%20c.svg']);
    expect(first.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
    });
    expect(first.headers['set-cookie']).toBeUndefined();
    const { etag = '' } = first.headers;
    await http.get('/media/a/b%20c.svg').set('if-none-match', etag).expect(304);
    expect(requested).toHaveLength(1);
  });

  it.each([
    ['application/pdf', 'application/pdf'],
    ['application/pdf;charset=binary', 'application/pdf'],
    ['IMAGE/PNG', 'image/png'],
    ['text/plain; charset=latin1', 'text/plain; charset=utf-8'],
    ['application/pdf, text/html', bytesOnly],
    ['image/png,text/html', bytesOnly],
    ['text/plain; x=", text/html', bytesOnly],
    ['application/pdf text/html', bytesOnly],
    ['text/html', bytesOnly],
    ['application/xhtml+xml', bytesOnly],
    ['application/xml', bytesOnly],
    ['text/xsl', bytesOnly],
    ['text/javascript', bytesOnly],
    ['application/javascript', bytesOnly],
    ['multipart/x-mixed-replace; boundary=x', bytesOnly],
    ['image/svg+xml-x', bytesOnly],
    ['', bytesOnly],
  ])('sends %j as %s, with a policy without permissions', async (given, sent) => {
    answer = file(given, '<script>x()</script>');
    const { headers } = await http.get(`/media/${encodeURIComponent(given)}-.file`).expect(200);
    expect(headers).toMatchObject({
      'content-type': sent,
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
    });
  });

  it.each([
    '/media/..%2f_upstream%2fbookings',
    '/media/a/%2e%2e/%2e%2e/secret',
    '/media/a%5c..%5cb',
    '/media/a%00.svg',
    '/media//a.svg',
    '/media/',
  ])('refuses path traversal: %s', async (path) => {
    await http.get(path).expect(404);
    expect(requested).toEqual([]);
  });

  it('answers 404 if the file does not exist, and 502 while the upstream fails', async () => {
    answer = (_request, response) => response.writeHead(404).end();
    await http.get('/media/gone.svg').expect(404);
    answer = (_request, response) => response.writeHead(500).end();
    expect((await http.get('/media/gone.svg').expect(502)).body).toMatchObject({ status: 0 });
    answer = () => undefined;
    await http.get('/media/gone.svg').expect(502);
    answer = (_request, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    await http.get('/media/gone.svg').expect(502);
  });

  it('streams large files completely', async () => {
    const large = Buffer.alloc(9 * 1024 * 1024, 'x');
    answer = file('application/pdf', large, { 'content-length': large.length });
    const got = await http.get('/media/files/large.pdf').buffer(true).expect(200);
    expect(Number(got.headers['content-length'])).toBe(large.length);
    expect(got.body.length).toBe(large.length);
  });

  describe('a large or compressed file', () => {
    it('does not send the compressed length with a decompressed body', async () => {
      const packed = gzipSync(Buffer.alloc(100_000, 'x'));
      answer = file('text/plain', packed, { 'content-encoding': 'gzip', 'content-length': packed.length });
      const got = await http.get('/media/packed.txt').expect(200);
      expect(got.text).toHaveLength(100_000);
      expect(requested.length).toBe(1);
      expect(askedFor.at(-1)?.['accept-encoding']).toBe('identity');
    });

    it('refuses a small file that decompresses to a large one', async () => {
      const packed = gzipSync(Buffer.alloc(64 * mebibyte));
      answer = file('application/pdf', packed, {
        'content-encoding': 'gzip',
        'content-length': packed.length,
      });
      await http.get('/media/bomb.pdf').expect(502);
    });

    it('sends nothing of a file that declares too large a size, and aborts one without a declared size', async () => {
      answer = file('application/pdf', '', { 'content-length': maxSentBytes + 1 });
      await http.get('/media/huge.pdf').expect(502);
      answer = (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/pdf' });
        Readable.from(Array.from({ length: 13 }, () => Buffer.alloc(mebibyte))).pipe(response);
      };
      await expect(http.get('/media/endless.pdf').buffer(true)).rejects.toThrow();
    });

    it('aborts if the upstream sends less than it declared', async () => {
      answer = (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': 6 * mebibyte });
        response.write(Buffer.alloc(5 * mebibyte), () => response.destroy());
      };
      await expect(http.get('/media/short.pdf').buffer(true)).rejects.toThrow();
    });

    it.each([true, false])(
      'calls the upstream once per visitor for a large file, length declared: %s',
      async (declared) => {
        const large = Buffer.alloc(9 * mebibyte, 'x');
        answer = file('application/pdf', large, declared ? { 'content-length': large.length } : chunked);
        const get = () => http.get(`/media/large-${declared}.pdf`).buffer(true).expect(200);
        expect((await get()).body.equals(large)).toBe(true);
        expect(requested).toHaveLength(1);
        const several = await Promise.all([get(), get(), get()]);
        expect(several.every(({ body }) => body.equals(large))).toBe(true);
        expect(requested).toHaveLength(4);
      },
    );

    it('cancels the upstream call for HEAD after the headers', async () => {
      const closed = Promise.withResolvers<void>();
      answer = (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': 9 * mebibyte });
        response.write(Buffer.alloc(mebibyte));
        response.once('close', closed.resolve);
      };
      const { headers } = await http.head('/media/head.pdf').expect(200);
      expect(headers['content-length']).toBe(String(9 * mebibyte));
      await closed.promise;
    });

    it('removes a cached file that has become too large, and streams it', async () => {
      answer = file('application/pdf', 'small');
      await http.get('/media/grown.pdf').expect(200);
      media.purge(() => true);
      const large = Buffer.alloc(5 * mebibyte, 'y');
      answer = file('application/pdf', large);
      expect((await http.get('/media/grown.pdf').buffer(true)).body.equals(large)).toBe(true);
      await http.get('/media/grown.pdf').buffer(true);
      expect(requested).toHaveLength(3);
    });
  });
});
