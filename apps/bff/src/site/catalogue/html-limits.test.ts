import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { useSite } from '../../../testing/site.ts';
import { createHtmlLimit } from './html-limits.ts';

const nested = (depth: number, tag = 'div') => `<${tag}>`.repeat(depth) + `</${tag}>`.repeat(depth);

describe('a text of the upstream', () => {
  it.each([
    ['plain', '<p>Hello</p>'.repeat(5_000)],
    ['a table', `<table>${'<tr><td>1<td>2'.repeat(2_000)}</table>`],
    ['paragraphs without an end', '<p>text'.repeat(5_000)],
    ['items without an end', `<ul>${'<li>text'.repeat(5_000)}</ul>`],
    ['line breaks and pictures', '<br><img src="x">'.repeat(3_000)],
    ['the deepest', nested(64)],
  ])('is looked at: %s', (_name, html) => {
    expect(createHtmlLimit()(html)).toBeUndefined();
  });

  it.each([
    ['deeper', nested(65)],
    ['without ends', '<div>'.repeat(20_000)],
    ['elements of nobody', '<x>'.repeat(20_000)],
    ['behind an end in an attribute', '<div a="</div>">'.repeat(8_000)],
    ['behind a comment that ends at once', `<!-->${'<div>'.repeat(20_000)}`],
    ['in a picture of shapes', '<svg><style>'.repeat(8_000)],
    ['paragraphs in items', '<li><p>'.repeat(10_000)],
    ['with an equals sign for a name', `<div ="${'<div>'.repeat(20_000)}`],
  ])('is not sanitised, because it is too deep: %s', (_name, html) => {
    expect(createHtmlLimit()(html)).toBe('too_deep');
  });

  it('is not sanitised, because it is too long, or with all before it', () => {
    expect(createHtmlLimit()('x'.repeat(200_000))).toBe('too_large');
    const faultOf = createHtmlLimit();
    const faults = Array.from({ length: 20 }, () => faultOf('x'.repeat(100_000)));
    expect(faults.filter((fault) => fault === undefined)).toHaveLength(10);
  });
});

/** A course whose HTML exceeds the limit. */
const upstream = createServer((request, response) => {
  const data = request.url?.startsWith('/page')
    ? { page_name: 'about', content: nested(200_000) }
    : { page_name: 'none', content: '' };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ status: 1, message: '', data }));
});
await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  upstream.closeAllConnections();
  upstream.close();
});

const lines: string[] = [];
const { port } = upstream.address() as AddressInfo;
const site = await useSite(
  { UPSTREAM_URL: `http://127.0.0.1:${port}`, UPSTREAM_TIMEOUT_MS: '10000' },
  (line) => lines.push(line),
);

it('is shown as empty, counted and logged, and the rest of the answer stays', async () => {
  const { body } = await site.http.get('/api/page').query({ page_name: 'privacy_policy' }).expect(200);
  expect(body).toMatchObject({ status: 1, data: { content: '' } });
  expect(await site.metrics.text()).toContain('upstream_html_emptied_total{call="page"} 1');
  expect(lines.join('')).toMatch(/"call":"page","reason":"too_large"/);
  // Event-loop lag is measured; such a text would block it for seconds.
  expect(await site.metrics.text()).toMatch(/^nodejs_eventloop_lag_max_seconds [\d.e-]+$/m);
});
