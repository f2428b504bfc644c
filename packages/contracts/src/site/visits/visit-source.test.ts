import { describe, expect, it } from 'vitest';
import { countedName, visitSource } from './visit-source.ts';

const own = 'https://academy.example/safe/x';

describe('the source of a visit', () => {
  it.each([
    [
      { utm_source: 'newsletter', utm_campaign: 'may', referrer: 'https://mail.example/' },
      'newsletter',
      'may',
    ],
    [{ gclid: 'abc', referrer: 'https://www.google.com/' }, 'google', ''],
    [{ referrer: 'https://www.bing.com/search?q=asha+rao', landing_page: own }, 'bing.com', ''],
    [{ referrer: 'https://academy.example/', landing_page: own }, 'direct', ''],
    [{ referrer: '', landing_page: own }, 'direct', ''],
    [{ referrer: 'not an address' }, 'direct', ''],
    [undefined, 'direct', ''],
  ])('of %j is %s', (touch, source, campaign) => {
    expect(visitSource(touch)).toEqual({ source, campaign });
  });

  it.each([
    ['  Google  ADS ', 'google ads'],
    ['<script>alert(1)</script>', 'script alert 1 script'],
    ["'; drop table leads; --", 'drop table leads --'],
    ['हिंदी', 'हिंदी'],
    ['x'.repeat(300), 'x'.repeat(60)],
  ])('%j is counted as %j', (text, name) => {
    expect(countedName(text)).toBe(name);
  });
});
