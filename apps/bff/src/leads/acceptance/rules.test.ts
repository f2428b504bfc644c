import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextTrySeconds } from '../delivery/retry-plan.ts';
import { thankedAnswer, upstreamAnswer } from '../ledger/answers.ts';
import { backOffSeconds } from '../ledger/store/back-off.ts';
import { bodyHash } from './body-hash.ts';
import { pageUrlOf } from './page-url.ts';
import { spamReasonOf } from './spam-check.ts';

describe('spam check', () => {
  test.each([
    [{ honeypot: '' }, null],
    [{ honeypot: '', filledInMs: 1_500 }, null],
    [{ honeypot: '', filledInMs: 1_499 }, 'filled in too quickly'],
    [{ honeypot: 'https://spam.example', filledInMs: 60_000 }, 'hidden field filled in'],
  ])('%o: %s', (signs, reason) => expect(spamReasonOf({ values: {}, ...signs })).toBe(reason));
});

describe('the page of a lead', () => {
  const publicUrl = 'https://academy.example';
  test.each([
    ['its own', { page_url: 'https://a.example/x?utm_id=1' }, 'https://a.example/x?utm_id=1'],
    [
      'a path',
      { page_url: '/safe/leading-safe?utm_source=x' },
      `${publicUrl}/safe/leading-safe?utm_source=x`,
    ],
    ['the post', { blog_url: 'https://a.example/blog/b' }, 'https://a.example/blog/b'],
    ['attribution where its own is empty', { page_url: '' }, 'https://attributed.example/'],
    [
      'attribution where its own is a script',
      { page_url: 'javascript:alert(1)' },
      'https://attributed.example/',
    ],
  ])('%s', (_name, values, expected) => {
    const attribution = { page_url: 'https://attributed.example/' };
    expect(pageUrlOf({ values, attribution, referer: 'https://referer.example/', publicUrl })).toBe(expected);
  });

  test('Referer, and none if nothing is known', () => {
    expect(pageUrlOf({ values: {}, referer: 'https://referer.example/p', publicUrl })).toBe(
      'https://referer.example/p',
    );
    expect(pageUrlOf({ values: {}, publicUrl })).toBeUndefined();
  });
});

describe('the fingerprint of a body', () => {
  test('does not depend on the order of fields, but on each value, the form and the file', () => {
    const hash = bodyHash('contact_us', { a: '1', b: 2 });
    expect(bodyHash('contact_us', { b: 2, a: '1' })).toBe(hash);
    expect(bodyHash('contact_us', { a: '1', b: '2' })).not.toBe(hash);
    expect(bodyHash('partner_with_us', { a: '1', b: 2 })).not.toBe(hash);
    expect(bodyHash('contact_us', { a: '1', b: 2 }, 'file')).not.toBe(hash);
  });
});

describe('back-off', () => {
  test('lies between a second and a bound that doubles up to the cap', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (n, random) => {
          const seconds = backOffSeconds(n, { baseSeconds: 5, capSeconds: 600 }, random);
          expect(seconds).toBeGreaterThanOrEqual(1);
          expect(seconds).toBeLessThanOrEqual(Math.min(600, 5 * 2 ** Math.min(n, 30)));
        },
      ),
    );
  });

  const hour = 3_600;
  test.each([
    ['the first failure', 1, 0, true],
    ['many tries in an hour', 30, hour, true],
    ['few tries in two days', 7, 48 * hour, true],
    ['eight tries in a day', 8, 24 * hour, false],
  ])('%s: goes on %s', (_name, attempts, tryingSeconds, goesOn) => {
    expect(nextTrySeconds(attempts, tryingSeconds, 0.5) !== null).toBe(goesOn);
  });
});

describe('the file of a download', () => {
  const upstreamUrl = 'http://upstream.internal:4010';
  test.each([
    ['/media/files/a.pdf', '/media/files/a.pdf'],
    [`${upstreamUrl}/media/files/a.pdf?v=2`, '/media/files/a.pdf?v=2'],
    ['https://cdn.example/a.pdf', 'https://cdn.example/a.pdf'],
    ['http://cdn.example/a.pdf', undefined],
    ['javascript:alert(1)', undefined],
    [`${upstreamUrl}/_upstream/bookings`, undefined],
    ['/media/../_upstream/bookings', undefined],
  ])('%s reaches the browser as %s', (given, expected) => {
    const envelope = { status: 1, message: 'Here it is.', data: { file_url: given } };
    expect(upstreamAnswer('resources_download_ebook', envelope, upstreamUrl).data?.file_url).toBe(expected);
  });

  test('is said to come while the upstream does not have the lead, and of downloads alone', () => {
    expect(thankedAnswer('resources_download_ebook').data).toEqual({ file_pending: true });
    expect(thankedAnswer('contact_us').data).toEqual({});
    const saved = { status: 1, message: 'We will send it.', data: { file_pending: true } };
    expect(upstreamAnswer('resources_download_ebook', saved, upstreamUrl).data).toEqual({});
  });

  test('other forms have none', () => {
    const envelope = { status: 1, message: 'Thanks', data: { file_url: '/media/a.pdf', secret: 1 } };
    expect(upstreamAnswer('contact_us', envelope, upstreamUrl)).toEqual({
      status: 1,
      message: 'Thanks',
      data: {},
    });
  });
});
