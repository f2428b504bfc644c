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
  ])('%o is classified as %s', (signs, reason) =>
    expect(spamReasonOf({ values: {}, ...signs })).toBe(reason),
  );
});

describe('the page URL of a lead', () => {
  const publicUrl = 'https://academy.example';
  test.each([
    [
      'is the URL that the form sends',
      { page_url: 'https://a.example/x?utm_id=1' },
      'https://a.example/x?utm_id=1',
    ],
    [
      'is absolute if the form sends a path',
      { page_url: '/safe/leading-safe?utm_source=x' },
      `${publicUrl}/safe/leading-safe?utm_source=x`,
    ],
    ['is the URL of the blog post', { blog_url: 'https://a.example/blog/b' }, 'https://a.example/blog/b'],
    [
      'is the URL of the attribution if the form sends an empty one',
      { page_url: '' },
      'https://attributed.example/',
    ],
    [
      'is the URL of the attribution if the form sends a script',
      { page_url: 'javascript:alert(1)' },
      'https://attributed.example/',
    ],
  ])('%s', (_name, values, expected) => {
    const attribution = { page_url: 'https://attributed.example/' };
    expect(pageUrlOf({ values, attribution, referer: 'https://referer.example/', publicUrl })).toBe(expected);
  });

  test('is the Referer if no field has a URL, and undefined without a Referer', () => {
    expect(pageUrlOf({ values: {}, referer: 'https://referer.example/p', publicUrl })).toBe(
      'https://referer.example/p',
    );
    expect(pageUrlOf({ values: {}, publicUrl })).toBeUndefined();
  });
});

describe('the hash of a body', () => {
  test('depends on each value, the form and the file, but not on the order of fields', () => {
    const hash = bodyHash('contact_us', { a: '1', b: 2 });
    expect(bodyHash('contact_us', { b: 2, a: '1' })).toBe(hash);
    expect(bodyHash('contact_us', { a: '1', b: '2' })).not.toBe(hash);
    expect(bodyHash('partner_with_us', { a: '1', b: 2 })).not.toBe(hash);
    expect(bodyHash('contact_us', { a: '1', b: 2 }, 'file')).not.toBe(hash);
  });
});

describe('back-off', () => {
  test('is at least a second and at most a limit that doubles up to the cap', () => {
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
    ['many attempts in an hour', 30, hour, true],
    ['few attempts in two days', 7, 48 * hour, true],
    ['eight attempts in a day', 8, 24 * hour, false],
  ])('after %s (%i attempts in %i s), another attempt: %s', (_name, attempts, tryingSeconds, goesOn) => {
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

  test('is pending while the upstream does not have the lead, for downloads only', () => {
    expect(thankedAnswer('resources_download_ebook').data).toEqual({ file_pending: true });
    expect(thankedAnswer('contact_us').data).toEqual({});
    const saved = { status: 1, message: 'We will send it.', data: { file_pending: true } };
    expect(upstreamAnswer('resources_download_ebook', saved, upstreamUrl).data).toEqual({});
  });

  test('is removed from answers of other forms', () => {
    const envelope = { status: 1, message: 'Thanks', data: { file_url: '/media/a.pdf', secret: 1 } };
    expect(upstreamAnswer('contact_us', envelope, upstreamUrl)).toEqual({
      status: 1,
      message: 'Thanks',
      data: {},
    });
  });
});
