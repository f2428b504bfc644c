import { readCallNames } from '@meridian/contracts/calls';
import { formNames } from '@meridian/contracts/leads/forms';
import { describe, expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { useSite } from '../../../testing/site.ts';

const limit = 5;
const partner = 'https://partner.example';
const site = await useSite({ FORM_LIMIT_PER_MINUTE: String(limit), CORS_ORIGINS: partner });
const { http } = site;
const json = 'application/json';

describe('headers', () => {
  it('protect pages and allow the payment widget', async () => {
    const { headers } = await http.get('/checkout').expect(200);
    const policy = headers['content-security-policy'] ?? '';
    const sandbox = new URL(site.environment.RAZORPAY_API_URL).origin;
    expect(policy).toMatch(new RegExp(`script-src 'self' 'sha256-[^']+' ${sandbox};`));
    expect(policy).toContain(`frame-src ${sandbox};`);
    expect(policy).toMatch(/style-src 'self'(?: 'sha256-[^']+')+;/);
    expect(policy).not.toMatch(/(?:script|style|default)-src [^;]*unsafe/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  it.each(['/api/home', '/api/nothing', '/healthz', '/api/course_details'])('protect %s', async (path) => {
    const { headers } = await http.get(path);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none';base-uri 'none';frame-ancestors 'none'",
    );
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});

describe('bodies', () => {
  it.each([
    ['broken JSON', json, '{"a":', 400],
    ['a prototype', json, '{"__proto__":{"x":1}}', 400],
    ['a constructor', json, '{"constructor":{"prototype":{"x":1}}}', 400],
    ['plain text', 'text/plain', 'hello', 415],
    ['a browser form', 'application/x-www-form-urlencoded', 'a=b', 415],
    ['XML', 'application/xml', '<a/>', 415],
    ['too much', json, JSON.stringify({ search_val: 'x'.repeat(40_000) }), 413],
  ])('%s', async (_name, type, body, status) => {
    const answer = await http.post('/api/blog').set('content-type', type).send(body).expect(status);
    expect(answer.body).toEqual({ status: 0, message: expect.stringMatching(/^\w.*\.$/) });
  });
});

describe('addresses', () => {
  it('get a JSON 404 below /api if they are unknown', async () => {
    for (const answer of [await http.get('/api/nothing'), await http.post('/api/nothing')]) {
      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject({ status: 0, message: expect.stringMatching(/\w/) });
    }
  });

  it('name the allowed methods if the method is another one', async () => {
    const answer = await http.put('/api/home').expect(405);
    expect(answer.headers.allow).toBe('GET, HEAD, POST');
    expect((await http.get('/api/booking').expect(404)).body.status).toBe(0);
  });
});

describe('limits', () => {
  it('apply to each form separately, with Retry-After', async () => {
    const send = (form: string) => http.post(`/api/${form}`).send({});
    for (let count = 0; count < limit; count += 1) await send('contact_us').expect(400);
    const { body, headers } = await send('contact_us').expect(429);
    expect(body).toEqual({ status: 0, message: 'Too many requests. Please wait a moment and try again.' });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    await send('special_offer').expect(400);
  });

  it('apply to joining waiting lists for a day', async () => {
    const join = () => http.post('/api/waitlist').send({});
    for (let count = 0; count < 5; count += 1) await join().expect(400);
    const { headers } = await join().expect(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(3600);
  });

  it('do not apply to cached reads or to webhooks of the payment provider', async () => {
    for (let count = 0; count < limit * 3; count += 1) {
      await http.post('/api/header').expect(200);
      expect((await http.post('/api/webhooks/razorpay').send({})).status).toBe(400);
    }
  });
});

describe('other origins', () => {
  it('may read if they are configured, whether or not the response is cached', async () => {
    for (let count = 0; count < 2; count += 1) {
      const { headers } = await http.get('/api/course_category').set('origin', partner).expect(200);
      expect(headers['access-control-allow-origin']).toBe(partner);
      expect(headers.vary).toBe('Origin, accept-encoding');
    }
    // Without `Vary`, a shared cache could serve a response that lacks the CORS header.
    expect((await http.get('/api/course_category')).headers.vary).toBe('Origin, accept-encoding');
    const other = await http.get('/api/course_category').set('origin', 'https://evil.example').expect(200);
    expect(other.headers['access-control-allow-origin']).toBeUndefined();
    await http
      .options('/api/contact_us')
      .set('origin', partner)
      .set('access-control-request-method', 'POST')
      .expect(204);
  });

  it('cannot send a form that browsers send without a preflight', async () => {
    const send = () => http.post('/api/instructor').field('full_name', 'x');
    await send().set('origin', 'https://evil.example').expect(403);
    await send().set('sec-fetch-site', 'cross-site').expect(403);
    expect((await send().set('origin', 'https://academy.example')).status).toBe(400);
    expect((await send().set('sec-fetch-site', 'same-origin')).status).toBe(400);
    expect((await send()).status).toBe(400);
  });
});

describe('the API reference', () => {
  it('lists every call with its fields', async () => {
    const { body } = await http.get('/api/docs/openapi.json').expect(200);
    expect(body.openapi).toBe('3.1.0');
    for (const name of readCallNames)
      expect(Object.keys(body.paths[`/api/${name}`])).toEqual(['get', 'post']);
    for (const name of formNames) expect(body.paths[`/api/${name}`].post).toBeDefined();
    const [slug] = body.paths['/api/course_details'].get.parameters;
    expect(slug).toMatchObject({ name: 'seo_slug', in: 'query', required: true, schema: { type: 'string' } });
    const offset = body.paths['/api/blog'].get.parameters.find(
      ({ name }: { name: string }) => name === 'offset',
    );
    expect(offset).toMatchObject({ required: false, schema: { type: 'integer' } });
    const contact = body.paths['/api/contact_us'].post.requestBody.content['application/json'].schema;
    expect(contact.required).toEqual(expect.arrayContaining(['first_name', 'email', 'message']));
    expect(contact.required).not.toContain('submission_id');
    expect(body.paths['/api/instructor'].post.requestBody.content['multipart/form-data']).toBeDefined();
    for (const path of ['/api/checkout', '/api/booking', '/api/zoho/blog_pmp_exam'])
      expect(body.paths[path].post).toBeDefined();
  });

  it('is a page that loads only its own scripts', async () => {
    const { text, headers } = await http.get('/api/docs/').expect(200);
    expect(text).toContain('<script src="js/scalar.js">');
    // The inline script of the page is allowed by its hash.
    expect(headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-[^']+';/);
    expect((await http.get('/api/docs').expect(301)).headers.location).toBe('/api/docs/');
    await http.get('/api/docs/openapi.yaml').expect(200);
    await http.get('/api/docs/nothing').expect(404);
    await http.get('/api/docs/js/scalar.js').expect(200);
  });
});

describe('health', () => {
  it('version: is in /healthz and in the metrics, the same as in package.json', async () => {
    const { version } = manifest;
    expect((await http.get('/healthz').expect(200)).body).toEqual({
      status: 1,
      message: 'OK',
      data: { version },
    });
    expect(await site.metrics.text()).toContain(`build_info{version="${version}"} 1`);
  });

  it('is ready with a database, also while the upstream is down', async () => {
    await http.get('/healthz').expect(200);
    await http.get('/api/header?x=1');
    expect((await http.get('/readyz').expect(200)).body).toMatchObject({
      status: 1,
      data: { database: 'up', upstream: 'up' },
    });
    await site.fault({ kind: 'http_500' });
    await http.get('/api/blog').query({ search_val: 'not cached' }).expect(502);
    expect((await http.get('/readyz').expect(200)).body.data).toEqual({ database: 'up', upstream: 'down' });
    await site.fault({ kind: 'none' });
  });

  it('counts unknown fields of payment calls', async () => {
    await http.post('/api/checkout').send({ gift_card: 'EARLY', meal: {} }).expect(400);
    await http.post('/api/booking').send({ org_name: 'Razorpay' }).expect(400);
    await http.post('/api/payments/return').type('form').send({ org_name: 'Razorpay', 'error[code]': 'x' });
    const text = await site.metrics.text();
    for (const [route, count] of [
      ['/api/checkout', 2],
      ['/api/booking', 1],
      ['/api/payments/return', 1],
    ])
      expect(text).toContain(`http_unknown_fields_total{route="${route}"} ${count}`);
  });

  it('accepts a form of another site at the payment return', async () => {
    const foreign = { origin: 'https://api.razorpay.com', 'sec-fetch-site': 'cross-site', cookie: 'x=1' };
    const answer = await http
      .post('/api/payments/return')
      .set(foreign)
      .type('form')
      .send({ 'error[code]': 'x' });
    expect(answer.status).toBe(303);
    expect(answer.headers).toMatchObject({
      location: '/checkout?payment=failed',
      'cache-control': 'no-store',
    });
    const page = await http.get('/checkout?payment=failed');
    expect(page.status).toBeLessThan(500);
    expect(page.headers['content-security-policy']).toMatch(/form-action 'self' http:\/\/127\.0\.0\.1:\d+/);
  });

  it('counts requests, calls and cache hits', async () => {
    await http.get('/api/header').expect(200);
    const text = await site.metrics.text();
    expect(text).toMatch(/http_requests_total\{route="\/api\/header",status="200"\} [1-9]/);
    expect(text).toMatch(/upstream_call_duration_seconds_count\{call="header",result="answered"\} [1-9]/);
    expect(text).toMatch(/cache_requests_total\{cache="reads",result="fresh"\} [1-9]/);
  });

  it('is not ready during shutdown', async () => {
    site.beginStop();
    await http.get('/readyz').expect(503);
    await http.get('/healthz').expect(200);
  });
});
