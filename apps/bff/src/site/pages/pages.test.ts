import { createHash } from 'node:crypto';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { useSite } from '../../../testing/site.ts';
import { useFolder } from '../../../testing/web-fixture.ts';

const archiveDir = await useFolder();
await writeFile(join(archiveDir, 'earlier-1.js'), 'earlier()');
await writeFile(join(archiveDir, 'ancient-1.js'), 'ancient()');
await utimes(join(archiveDir, 'ancient-1.js'), new Date(0), new Date(0));
await mkdir(join(archiveDir, '..', 'beside'), { recursive: true });

const token = 'a token for the tests';
const site = await useSite({ ASSETS_KEEP_DIR: archiveDir, OPS_TOKEN: token });
const { http } = site;
const course = '/safe/safe-agilist-certification';
const purgeAll = () => http.post('/api/cache/purge').set('authorization', `Bearer ${token}`).expect(200);

afterEach(() => site.fault({ kind: 'none' }));

describe('a page', () => {
  it('is a document with inline styles and a loader for its modules', async () => {
    const { text, headers } = await http.get(course).expect(200);
    expect(text).toMatch(/^<!doctype html>\n<html lang="en-IN">/);
    expect(text).toContain('<style>body{margin:0}</style>');
    expect(text).toContain('<style>h1{margin:1em}</style>');
    expect(text).not.toMatch(/<link rel="stylesheet" href="[^"]*">/);
    expect(text).toContain('<link rel="expect" href="#state" blocking="render">');
    expect(text).toContain('<body class="page &quot;home&quot;">');
    expect(text).toContain('<h1>safe</h1>');
    // Each module comes after its imports.
    expect(text).toContain(
      '<script data-modules="/assets/shared-1.js /assets/entry-1.js /assets/list-1.js /assets/home-1.js">(()=>{load();})()</script>',
    );
    expect(text).toContain('<script type="application/json" id="state">{}</script>');
    expect(text.match(/<script/g)).toHaveLength(3);
    expect(headers.link).toBe(
      '</assets/figtree-1.woff2>; rel=preload; as=font; type="font/woff2"; crossorigin',
    );
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it('has a policy that allows only its own inline loader and styles', async () => {
    const { headers } = await http.get(course).expect(200);
    const hash = (inside: string) => `'sha256-${createHash('sha256').update(inside).digest('base64')}'`;
    const policy = headers['content-security-policy'] ?? '';
    const sourcesOf = (directive: string) =>
      policy
        .split(';')
        .find((part) => part.startsWith(`${directive} `))
        ?.split(' ')
        .slice(1) ?? [];
    const scripts = sourcesOf('script-src');
    expect(scripts.slice(0, 2)).toEqual(["'self'", hash('(()=>{load();})()')]);
    expect(scripts).not.toContain("'unsafe-inline'");
    expect(sourcesOf('style-src')).toEqual(["'self'", hash('body{margin:0}'), hash('h1{margin:1em}')]);
  });

  it('is rendered once for all query strings, then served compressed with an ETag', async () => {
    const first = await http.get('/kanban/kanban-system-design-certification').expect(200);
    // Compression runs in the background.
    const again = await eventually(async () => {
      const answer = await site.app.inject({
        url: '/kanban/kanban-system-design-certification?utm_source=x&y=z',
        headers: { 'accept-encoding': 'br' },
      });
      expect(answer.headers['content-encoding']).toBe('br');
      return answer;
    });
    expect(brotliDecompressSync(again.rawPayload).toString()).toBe(first.text);
    expect(first.headers['cache-control']).toMatch(
      /^public, max-age=0, s-maxage=\d+, stale-while-revalidate=/,
    );
    await http
      .get('/kanban/kanban-system-design-certification')
      .set('if-none-match', first.headers.etag ?? '')
      .expect(304);
    const head = await http.head('/kanban/kanban-system-design-certification').expect(200);
    expect(head.text).toBeFalsy();
  });

  it('has the same content in each encoding, and gets 304 if the browser has it', async () => {
    const whole = await site.app.inject({ url: course });
    for (const [encoding, decode] of [
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      const headers = { 'accept-encoding': encoding };
      const answer = await eventually(async () => {
        const compressed = await site.app.inject({ url: course, headers });
        expect(compressed.headers['content-encoding']).toBe(encoding);
        return compressed;
      });
      expect(decode(answer.rawPayload).toString()).toBe(whole.body);
      expect(answer.headers.vary).toBe('accept-encoding');
      const known = { ...headers, 'if-none-match': String(answer.headers.etag) };
      expect((await site.app.inject({ url: course, headers: known })).statusCode).toBe(304);
    }
  });

  it('lists the documents that the browser may fetch before the click', async () => {
    const { headers } = await http.get(course).expect(200);
    expect(headers['speculation-rules']).toBe('"/speculation-rules.json"');
    const rules = await http.get('/speculation-rules.json').expect(200);
    expect(rules.headers['content-type']).toMatch(/^application\/speculationrules\+json/);
    expect(JSON.parse(rules.text)).toMatchObject({ prefetch: [{ eagerness: 'moderate' }] });
  });

  it('has the shortest TTL of its answers', async () => {
    const { headers } = await http.get('/').expect(200);
    const seconds = Number(/s-maxage=(\d+)/.exec(headers['cache-control'] ?? '')?.[1]);
    expect(seconds).toBeLessThanOrEqual(60);
  });

  it('that does not exist gets 404 with noindex', async () => {
    const { headers, text } = await http.get('/safe/no-such-course').expect(404);
    expect(text).toContain('missing');
    expect(headers['x-robots-tag']).toBe('noindex');
    expect(headers['cache-control']).toMatch(/^public, max-age=0, s-maxage=(?:\d|10),/);
    await http.get('/blog/%40%40').expect(404);
  });

  it('that is personal is not cached', async () => {
    const { headers, text } = await http.get('/private').expect(200);
    expect(headers).not.toHaveProperty('speculation-rules');
    expect(headers).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    expect((await http.get('/private')).text).not.toBe(text);
  });

  it('that fails to render gets an error page without details', async () => {
    const { text, headers } = await http.get('/broken').expect(500);
    expect(text).toContain('An unexpected error occurred.');
    expect(text).not.toContain('a fault of the page');
    expect(headers['content-type']).toMatch(/^text\/html/);
    expect(headers['content-security-policy']).toContain("default-src 'self'");
  });
});

describe('while the upstream is down', () => {
  it('a page that is not cached gets 503, which is not stored', async () => {
    await site.fault({ kind: 'http_500' });
    const { headers, text } = await http.get('/scrum/certified-scrum-master-certification').expect(503);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '10' });
    expect(text).toContain('Fetch error');
    await site.fault({ kind: 'none' });
    await http.get('/scrum/certified-scrum-master-certification').expect(200);
  });

  it('a page without a minor part is rendered again soon', async () => {
    await site.fault({ kind: 'http_500', calls: ['course_category'] });
    const without = await http.get('/minor').expect(200);
    expect(without.text).toContain('without menu');
    expect(without.headers['cache-control']).toMatch(/s-maxage=[012],/);
    await site.fault({ kind: 'none' });
    await eventually(async () => expect((await http.get('/minor').expect(200)).text).toContain('with menu'));
  });
});

describe('a secondary list', () => {
  it.each(['http_500', 'refuse', 'timeout'])(
    'that fails does not make the page incomplete: %s',
    async (kind) => {
      await purgeAll();
      await site.fault({ kind, calls: ['customer_speak'] });
      const { headers, text } = await http.get('/aside').expect(200);
      expect(text).toMatch(/voices (?:none|0)/);
      const [, seconds] = /s-maxage=(\d+)/.exec(headers['cache-control'] ?? '') ?? [];
      expect(Number(seconds)).toBeGreaterThan(10);
    },
  );
});

describe('while the upstream refuses everything', () => {
  const known = '/scrum/professional-scrum-master-certification';

  it('cached pages stay, and others get a 503 that is not cached', async () => {
    const good = await http.get(known).expect(200);
    await http.get('/api/course_details?seo_slug=professional-scrum-master-certification').expect(200);
    await site.fault({ kind: 'refuse' });
    // As after a deployment or a purge, everything is stale.
    await purgeAll();
    const { text } = await http.get(known).expect(200);
    expect(text.match(/<h1>.*?render/)?.[0]).toBe(good.text.match(/<h1>.*?render/)?.[0]);
    const unknown = await http.get('/safe/safe-scrum-master-certification').expect(503);
    expect(unknown.headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '10' });
    expect(unknown.text).toContain('Failed to load content');
    await site.fault({ kind: 'none' });
    await http.get('/safe/safe-scrum-master-certification').expect(200);
  });

  it('except the lists, an unknown slug gets 404, and a known course 503', async () => {
    await site.fault({ kind: 'refuse', calls: ['course_details'] });
    await http.get('/safe/not-a-course-at-all').expect(404);
    await http.get('/kanban/team-kanban-practitioner-certification').expect(503);
    await site.fault({ kind: 'none' });
    await http.get('/kanban/team-kanban-practitioner-certification').expect(200);
  });

  it('a cached sitemap stays; otherwise it gets 503', async () => {
    await site.fault({ kind: 'refuse' });
    await purgeAll();
    const answer = await http.get('/sitemap.xml');
    expect([200, 503]).toContain(answer.status);
    if (answer.status === 503) expect(answer.headers['cache-control']).toBe('no-store');
  });
});

describe('addresses', () => {
  it.each([
    ['/courses/csm?utm_source=x&b=1', '/scrum/certified-scrum-master-certification?utm_source=x&b=1'],
    ['/CART/', '/'],
    ['/about-us/', '/about-us'],
    ['//evil.example/', '/evil.example'],
    ['/about-us//?a=b', '/about-us?a=b'],
  ])('%s redirects to %s', async (from, to) => {
    const { headers } = await http.get(from).expect(301);
    expect(headers.location).toBe(to);
  });

  it('/home is the home page', async () => {
    await http.get('/home').expect(200);
  });

  it('accept GET and HEAD only', async () => {
    const { headers } = await http.post('/about-us').expect(405);
    expect(headers.allow).toBe('GET, HEAD');
  });

  it('that are too long get an error', async () => {
    await http.get(`/${'a'.repeat(600)}`).expect(414);
  });

  it.each(['/safe/%E0%A4%A', '/safe/100%', '/safe/%E0%A4%A?utm_source=%E0'])(
    '%s is not a page and gets the 404 page',
    async (path) => {
      const { text, headers } = await http.get(path).expect(404);
      expect(text).toContain('<div id="root">missing</div>');
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['x-robots-tag']).toBe('noindex');
    },
  );

  it('that cannot be decoded are rendered as sent', async () => {
    // The test double of the web app has a page at every path of one segment.
    await http.get('/%E0%A4%A').expect(200);
  });

  it('of the API and of files that cannot be decoded get a JSON error', async () => {
    for (const path of ['/api/%E0%A4%A', '/media/%E0%A4%A', '/assets/%E0%A4%A']) {
      const { body } = await http.get(path).expect(400);
      expect(body.message).toBe('The address cannot be read.');
    }
  });
});

describe('files', () => {
  it('with a hash in their names are immutable', async () => {
    const { headers } = await http.get('/assets/entry-1.js').set('accept-encoding', 'br').expect(200);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
    });
    const favicon = await http.get('/favicon.svg').expect(200);
    expect(favicon.headers['cache-control']).toBe('public, max-age=3600');
  });

  it('of earlier builds are served for a limited time', async () => {
    expect((await http.get('/assets/earlier-1.js').expect(200)).text).toBe('earlier()');
    await http.get('/assets/ancient-1.js').expect(404);
    await http.get('/assets/..%2f..%2fetc%2fpasswd').expect(404);
    await http.get('/assets/.hidden').expect(404);
  });

  it('that describe the build are not served', async () => {
    const { body } = await http.get('/.vite/manifest.json').expect(404);
    expect(body['src/entry.client.tsx']).toBeUndefined();
  });
});

describe('search engines', () => {
  it('find every course in the sitemap, and the sitemap in robots.txt', async () => {
    const { text, headers } = await http.get('/sitemap.xml').expect(200);
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(text ?? '').toContain(`<loc>https://academy.example${course}</loc>`);
    const robots = await http.get('/robots.txt').expect(200);
    expect(robots.text).toContain('Sitemap: https://academy.example/sitemap.xml');
    expect(robots.text).not.toMatch(/^Disallow: \/$/m);
  });
});
