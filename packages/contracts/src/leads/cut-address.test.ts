import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutAddress } from './cut-address.ts';

const page = 'https://academy.example/safe/leading-safe';
const long = 'x'.repeat(200);

describe('a URL that is too long', () => {
  it.each([
    ['stays unchanged if it is short enough', `${page}?gclid=1#top`, `${page}?gclid=1#top`],
    ['first loses its fragment', `${page}?gclid=1#${long}`, `${page}?gclid=1`],
    ['then loses its longest parameter', `${page}?gclid=${long}&a=1`, `${page}?a=1`],
    [
      'keeps its campaign parameters',
      `${page}?gclid=${long}&utm_source=g&utm_id=7`,
      `${page}?utm_source=g&utm_id=7`,
    ],
    ['may be a path', `/safe?gclid=${long}&utm_source=g`, '/safe?utm_source=g'],
    ['is truncated at last', `${page}/${long}`, `${page}/${long}`.slice(0, 100)],
    ['may be any text', `x ${long}`, `x ${long}`.slice(0, 100)],
  ])('%s', (_what, address, expected) => expect(cutAddress(address, 100)).toBe(expected));

  it('is never longer than the limit afterwards', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.nat(60), (url, max) => {
        expect(cutAddress(url, max).length).toBeLessThanOrEqual(max);
      }),
    );
  });
});
