/**
 * Largest contentful paint of a page and of the same HTML without scripts, on a slow connection and a slow
 * CPU.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Browser } from '@playwright/test';

const slowdown = 4;
/** Network conditions of Lighthouse's "slow 4G". */
const line = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };
const waitMs = 3_000;
/** Query parameter of a URL whose document is sent without its scripts. */
const plainMark = 'without-scripts';

export interface Paints {
  pageMs: number[];
  plainMs: number[];
}

export const paintedPaths = ['/', '/safe/safe-agilist-certification'] as const;

const withoutScripts = (html: string) => html.replace(/<script\b.*?<\/script>/gs, '');

/** Sends documents with and without scripts in the same way, and forwards all other requests. */
function proxyTo(baseUrl: string) {
  const documents = new Map<string, Promise<Buffer>>();
  async function documentOf(address: string): Promise<Buffer> {
    const html = await (await fetch(baseUrl + address)).text();
    return promisify(brotliCompress)(address.includes(plainMark) ? withoutScripts(html) : html);
  }
  function passOn(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { url = '/', method, headers } = incoming;
    const onward = request(baseUrl + url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  }
  return createServer((incoming, outgoing) => {
    const { url = '/', headers } = incoming;
    if (!headers.accept?.startsWith('text/html')) return passOn(incoming, outgoing);
    const document = documents.get(url) ?? documentOf(url);
    documents.set(url, document);
    document.then(
      (body) => {
        outgoing.setHeader('content-type', 'text/html; charset=utf-8');
        outgoing.setHeader('content-encoding', 'br');
        outgoing.end(body);
      },
      () => outgoing.destroy(),
    );
  });
}

async function largestPaint(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, isMobile: true });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', line);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(url);
  await page.waitForTimeout(waitMs);
  const paintMs = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe(
          {
            type: 'largest-contentful-paint',
            buffered: true,
          },
        );
      }),
  );
  await context.close();
  return paintMs;
}

/** @param looks number of measurements of each page and of its version without scripts, in turn */
export async function measurePaints(
  browser: Browser,
  baseUrl: string,
  looks: number,
): Promise<Map<string, Paints>> {
  const server = proxyTo(baseUrl).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The proxy has no port');
  const own = `http://127.0.0.1:${address.port}`;
  const results = new Map<string, Paints>(paintedPaths.map((path) => [path, { pageMs: [], plainMs: [] }]));
  try {
    for (let look = 0; look < looks; look += 1)
      for (const [path, { pageMs, plainMs }] of results) {
        pageMs.push(await largestPaint(browser, own + path));
        plainMs.push(await largestPaint(browser, `${own}${path}?${plainMark}`));
      }
  } finally {
    server.closeAllConnections();
    server.close();
  }
  return results;
}
