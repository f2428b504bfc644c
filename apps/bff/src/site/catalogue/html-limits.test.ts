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
    ['paragraphs without end tags', '<p>text'.repeat(5_000)],
    ['list items without end tags', `<ul>${'<li>text'.repeat(5_000)}</ul>`],
    ['line breaks and pictures', '<br><img src="x">'.repeat(3_000)],
    ['the maximum depth', nested(64)],
  ])('is within the limits: %s', (_name, html) => {
    expect(createHtmlLimit()(html)).toBeUndefined();
  });

  it.each([
    ['deeper', nested(65)],
    ['without end tags', '<div>'.repeat(20_000)],
    ['unknown elements', '<x>'.repeat(20_000)],
    ['after an end tag in an attribute', '<div a="</div>">'.repeat(8_000)],
    ['after an empty comment', `<!-->${'<div>'.repeat(20_000)}`],
    ['in an SVG', '<svg><style>'.repeat(8_000)],
    ['paragraphs in list items', '<li><p>'.repeat(10_000)],
    ['with an equals sign for a name', `<div ="${'<div>'.repeat(20_000)}`],
  ])('is not sanitised if it is nested too deeply: %s', (_name, html) => {
    expect(createHtmlLimit()(html)).toBe('too_deep');
  });

  it('is not sanitised if it is too long, alone or together with the texts before it', () => {
    expect(createHtmlLimit()('x'.repeat(200_000))).toBe('too_large');
    const faultOf = createHtmlLimit();
    const faults = Array.from({ length: 20 }, () => faultOf('x'.repeat(100_000)));
    expect(faults.filter((fault) => fault === undefined)).toHaveLength(10);
  });
});

/** An upstream with a page whose HTML exceeds the limit. */
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

it('a text that exceeds the limit is shown as empty, counted and logged; the rest of the answer stays', async () => {
  const { body } = await site.http.get('/api/page').query({ page_name: 'privacy_policy' }).expect(200);
  expect(body).toMatchObject({ status: 1, data: { content: '' } });
  expect(await site.metrics.text()).toContain('upstream_html_emptied_total{call="page"} 1');
  expect(lines.join('')).toMatch(/"call":"page","reason":"too_large"/);
  // This metric would show a blocked event loop: sanitising such a text would block it for seconds.
  expect(await site.metrics.text()).toMatch(/^nodejs_eventloop_lag_max_seconds [\d.e-]+$/m);
});
