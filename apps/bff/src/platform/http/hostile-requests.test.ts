import { callPath, readCallNames } from '@meridian/contracts/calls';
import { fileFieldOf } from '@meridian/contracts/leads/file-field';
import { formNames } from '@meridian/contracts/leads/forms';
import { describe, expect, it } from 'vitest';
import { sendRaw } from '../../../testing/http/raw-request.ts';
import { useSite } from '../../../testing/site.ts';

const token = 'a token of the operators';
const site = await useSite({ FORM_LIMIT_PER_MINUTE: '0', OPS_TOKEN: token, TRUST_PROXY: 'loopback' });
const { http, url } = site;

/** An object whose `length` cannot be coerced to a number. */
const lengthless = { length: { toString: 1 } };
const names = [
  'search_val',
  'seo_slug',
  'offset',
  'category_id',
  'course_id',
  'email',
  'first_name',
  'last_name',
];
const moreNames = [
  'full_name',
  'message',
  'phone_number',
  'course_name',
  'attribution',
  'submission_id',
  'page_url',
];
const hostileFields = (value: unknown) =>
  Object.fromEntries([...names, ...moreNames].map((name) => [name, value]));

describe('answers hostile input without a server error', () => {
  const posts = [
    ...readCallNames.map((name) => `/api${callPath(name)}`),
    ...formNames.filter((name) => !fileFieldOf(name)).map((name) => `/api/${name}`),
    '/api/zoho/blog_pmp_exam',
    '/api/checkout',
    '/api/booking',
    '/api/cache/purge',
  ];
  it.each(posts)('an object in place of a text, at %s', async (path) => {
    const bodies = [
      hostileFields(lengthless),
      hostileFields([lengthless]),
      { data: lengthless, trigger: lengthless },
      { data: [hostileFields(lengthless)] },
      { target: lengthless, attribution: { page_url: lengthless, first_touch: { gclid: lengthless } } },
    ];
    for (const body of bodies) {
      const answer = await http.post(path).set('authorization', `Bearer ${token}`).send(body);
      expect(answer.status).toBeLessThan(500);
    }
  });

  it.each(posts)('a body nested as deeply as its size allows, at %s', async (path) => {
    const depth = 15_000;
    const nested = (open: string, close: string) => `${open.repeat(depth)}1${close.repeat(depth)}`;
    for (const name of ['attribution', 'data', 'submission_id', 'number_of_course'])
      for (const value of [
        nested('[', ']'),
        `[${nested('[', ']')}]`,
        nested('{"a":', '}').slice(0, 30_000),
      ]) {
        const answer = await http
          .post(path)
          .set('authorization', `Bearer ${token}`)
          .set('content-type', 'application/json')
          .send(`{"${name}":${value}}`);
        expect(answer.status, `${name}: ${value.slice(0, 20)}`).toBeLessThan(500);
      }
  });

  it.each(['/a*b', '/a:b', '/:', '/*', '/a*b*c', '/api/*', '/(a', '/api/:x(', '/a**', '/%2a', '/::a'])(
    'a path that looks like a route pattern: POST %s',
    async (path) => {
      expect((await http.post(path)).status).toBe(path.startsWith('/api/') ? 404 : 405);
    },
  );

  it.each(['/assets/*/x', '/assets/*', '/api/*', '/assets/:a/(b', '/media/*/*', '/api/:call'])(
    'a path that looks like a route pattern: GET %s',
    async (path) => {
      expect((await http.get(path)).status).toBe(404);
    },
  );

  it.each([
    'GET /api/docs/ HTTP/1.0\r\n\r\n',
    'GET /api/docs/ HTTP/1.1\r\nHost: a b:c:d/\r\nConnection: close\r\n\r\n',
    'GET /api/docs HTTP/1.0\r\n\r\n',
    'GET /api/docs/openapi.json HTTP/1.1\r\nHost: [::\r\nConnection: close\r\n\r\n',
  ])('%j', async (request) => {
    const answer = await sendRaw(url, request);
    expect(answer.status).toBeGreaterThanOrEqual(200);
    expect(answer.status).toBeLessThan(500);
    expect(answer.text).not.toContain('ERR_');
  });
});

describe('redirects stay on the site', () => {
  it.each([
    ['/\\evil.example/', '/evil.example'],
    ['/\\/evil.example/', '/evil.example'],
    ['//evil.example/', '/evil.example'],
    ['/\\\\evil.example', '/evil.example'],
    ['http://evil.example/about-us/', '/about-us'],
    ['http://evil.example//evil.example/', '/evil.example'],
    ['https://evil.example/courses', '/'],
  ])('GET %s redirects to %s', async (target, location) => {
    const answer = await sendRaw(url, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer.status).toBe(301);
    expect(answer.headers.location).toBe(location);
  });

  it('a request target in absolute form is the same path', async () => {
    const answer = await sendRaw(url, 'GET http://evil.example/api/home?x=1 HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(answer.status).toBe(200);
    const bare = await sendRaw(
      url,
      'GET http://evil.example HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    expect(bare.status).toBe(200);
  });
});

describe('errors before routing', () => {
  const protectedBy = {
    'content-security-policy': "default-src 'none';base-uri 'none';frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  };
  it.each([
    [
      'an address that cannot be decoded',
      'GET /api/%E0%A4%A HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      400,
    ],
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['a malformed header', 'GET / HTTP/1.1\r\nHost x\r\n\r\n', 400],
    ['headers without an end', `GET / HTTP/1.1\r\nHost: x\r\nx: ${'a'.repeat(40_000)}\r\n\r\n`, 431],
    [
      'two lengths',
      'POST /api/home HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      400,
    ],
    [
      'a malformed chunk',
      'POST /api/home HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n',
      400,
    ],
    ['an unsupported expectation', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: the worst\r\n\r\n', 417],
    ['no host', 'GET /api/home HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ])('send the headers of every response: %s', async (_name, request, status) => {
    const answer = await sendRaw(url, request);
    expect(answer).toMatchObject({ status, headers: protectedBy });
    expect(JSON.parse(answer.rest)).toMatchObject({ status: 0, message: expect.stringMatching(/\w/) });
  });

  it('do not replace a response in progress', async () => {
    const first = 'GET /api/blog?search_val=slow HTTP/1.1\r\nHost: x\r\n\r\n';
    const answer = await sendRaw(url, `${first}garbage\r\n\r\n`, 1_000);
    expect(answer.status).toBe(200);
    expect(answer.text.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });
});

it('delays an address that guesses the operators’ token', async () => {
  const purge = (given: string, address: string) =>
    http
      .post('/api/cache/purge')
      .set('x-forwarded-for', address)
      .set('authorization', `Bearer ${given}`)
      .send({ target: 'home', later: 'field' });
  for (let count = 0; count < 6; count += 1) await purge(`guess ${count}`, '192.0.2.1').expect(401);
  const { headers } = await purge(token, '192.0.2.1').expect(429);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  await purge(token, '192.0.2.2').expect(200);
});
