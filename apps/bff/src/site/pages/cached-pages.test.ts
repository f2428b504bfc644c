import { channel } from 'node:diagnostics_channel';
import { request } from 'node:http';
import { connect } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import type { FastifyRequest } from 'fastify';
import { beforeEach, describe, expect, it } from 'vitest';
import { useSite } from '../../../testing/site.ts';

const site = await useSite();
const { http } = site;
const page = '/safe/safe-agilist-certification';

const port = Number(new URL(site.url).port);

// What Fastify handles itself; the upstream's is in this process, too.
let handled = 0;
channel('tracing:fastify.request.handler:start').subscribe((event) => {
  const { request: asked } = event as { request: FastifyRequest };
  if (asked.socket.localPort === port) handled += 1;
});

beforeEach(async () => {
  await expect.poll(async () => (await get(page, { 'accept-encoding': 'br' })).encoding).toBe('br');
  handled = 0;
});

/** Sends a GET on a connection of its own. */
async function get(path: string, headers: Record<string, string | number> = {}, method = 'GET') {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status?: number;
    raw: string[];
    body: Buffer;
  }>();
  request(`${site.url}${path}`, { agent: false, method, headers }, async (response) => {
    resolve({ status: response.statusCode, raw: response.rawHeaders, body: await buffer(response) });
  })
    .on('error', reject)
    .end();
  const { status, raw, body } = await promise;
  const pairs = Array.from({ length: raw.length / 2 }, (_, at) => [
    String(raw[at * 2]).toLowerCase(),
    String(raw[at * 2 + 1]).replace(/(s-maxage|stale-\w+-\w+)=\d+/g, '$1=n'),
  ]);
  const own = pairs.filter(([name = '']) => !['date', 'connection', 'keep-alive'].includes(name));
  return { status, headers: own, body, encoding: own.find(([name]) => name === 'content-encoding')?.[1] };
}

const countOf = async (status: number) =>
  Number(
    new RegExp(`http_requests_total\\{route="/\\*",status="${status}"\\} (\\d+)`).exec(
      await site.metrics.text(),
    )?.[1],
  );

describe('17 a cached page', () => {
  const etag = async (encoding: string) =>
    (await get(page, { 'accept-encoding': encoding })).headers.find(([name]) => name === 'etag')?.[1] ?? '';

  it.each(['identity', 'gzip', 'br', 'dcb, br'])(
    'is the same ahead of Fastify and by it, as %s',
    async (encoding) => {
      const ahead = await get(page, { 'accept-encoding': encoding });
      expect(handled).toBe(0);
      // A length, though of nothing, is not left to it.
      const byFastify = await get(page, { 'accept-encoding': encoding, 'content-length': 0 });
      expect(handled).toBe(1);
      expect(ahead).toEqual(byFastify);
      expect(ahead.status).toBe(200);
    },
  );

  it('is not sent again to a browser that has it', async () => {
    const asked = { 'accept-encoding': 'br', 'if-none-match': await etag('br') };
    const ahead = await get(`${page}?utm_source=x`, asked);
    expect(handled).toBe(0);
    expect(ahead).toEqual(await get(page, { ...asked, 'content-length': 0 }));
    expect(ahead.status).toBe(304);
  });

  it('is counted as by Fastify', async () => {
    const before = [await countOf(200), await countOf(304)];
    await get(page);
    await get(page, { 'if-none-match': '*' });
    expect([await countOf(200), await countOf(304)]).toEqual(before.map((count) => count + 1));
    expect(handled).toBe(0);
  });

  it.each([
    ['HEAD', {}],
    ['GET', { origin: 'https://elsewhere.example' }],
  ])('goes to Fastify by %s %j', async (method, headers) => {
    expect((await get(page, headers, method)).status).toBe(200);
    expect(handled).toBe(1);
  });

  it('takes no address of a route', async () => {
    // There is no such state, but the page is cached to see that.
    await http.get(`/page-state/${'a'.repeat(22)}/robots.txt`).expect(404);
    expect((await http.get('/robots.txt').expect(200)).text).toContain('Sitemap');
    await http.get(`/page-state/${'a'.repeat(22)}/elsewhere`).expect(404);
    handled = 0;
    expect((await get('/elsewhere')).status).toBe(200);
    expect(handled).toBe(0);
  });

  // The last: it closes the site.
  it('asks the client to close the connection during a shutdown', async () => {
    await site.fault({ kind: 'slow', times: 1, calls: ['customer_speak'] });
    const socket = connect(port, '127.0.0.1');
    const ask = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    // Keeps the connection busy, so that the shutdown leaves it open.
    ask('/api/customer_speak');
    await expect.poll(() => handled).toBe(1);
    const closed = site.app.close();
    ask(page);
    const [, answer] = (await text(socket)).split(/(?=HTTP\/1\.1)/);
    expect(answer).toMatch(/^HTTP\/1\.1 200 .*\r\nconnection: close\r\n/is);
    await closed;
  });
});
