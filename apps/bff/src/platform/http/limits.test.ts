import { callPath, readCallNames } from '@meridian/contracts/calls';
import { expect, it } from 'vitest';
import { useSite } from '../../../testing/site.ts';

const limit = 3;
const { http, routes } = await useSite({
  FORM_LIMIT_PER_MINUTE: String(limit),
  READ_LIMIT_PER_MINUTE: String(limit),
  OPS_TOKEN: 'a-token-of-operators',
  MAIL_BOUNCE_SECRET: 'a-secret-of-the-mail-provider-0123456789',
});

/** Routes without this limit, and what protects them instead. */
const others = new Map([
  ['/api/webhooks/razorpay', 'signature, with a delay after wrong ones'],
  ['/api/mails/bounces', 'signature, with a delay after wrong ones'],
  ['/api/payments/return', 'signature; many payers behind one address of a carrier'],
  ['/api/cache/purge', 'token, with a delay after wrong ones'],
  ['/unsubscribe/:token', 'token; mail programs of many people behind one address of a provider'],
  ...['attendance', 'additions', 'additions/remove'].map((name): [string, string] => [
    `/api/classes/:token/${name}`,
    'token, with a separate limit: each entry of attendance is a request',
  ]),
  ...readCallNames.map((name): [string, string] => [`/api${callPath(name)}`, 'limit of reads']),
]);

const posts = routes().flatMap(({ method, url }) => (method === 'POST' ? [url] : []));

it('lists every unlimited route with its other protection', () => {
  expect([...others.keys()].filter((url) => !posts.includes(url))).toEqual([]);
});

it.each(posts.filter((url) => !others.has(url)))('POST %s is limited by network address', async (url) => {
  const send = () => http.post(url.replaceAll(/:\w+/g, '0'.repeat(40))).send({});
  const statuses: number[] = [];
  for (let count = 0; count < 6 && statuses.at(-1) !== 429; count += 1) statuses.push((await send()).status);
  expect(statuses.at(-1)).toBe(429);
  expect(statuses.slice(0, -1)).not.toContain(429);
});

const reads = routes().filter(
  ({ method, url }) => ['GET', 'HEAD'].includes(method) && /:(?:token|link|certificate)\b/.test(url),
);

it.each(reads)('$method $url is limited by network address', async ({ method, url }) => {
  const statuses: number[] = [];
  // Each request has another token, as in a search for valid tokens, so no response is cached.
  for (let count = 0; count < 6 && statuses.at(-1) !== 429; count += 1) {
    const path = url.replaceAll(/:\w+/g, `${count + 1}`.repeat(40));
    statuses.push((await (method === 'GET' ? http.get(path) : http.head(path))).status);
  }
  expect(statuses.at(-1)).toBe(429);
});
