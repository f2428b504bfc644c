import { describe, expect, it } from 'vitest';
import { useSite } from '../../../testing/site.ts';

const site = await useSite({ GA4_MEASUREMENT_ID: 'G-TEST123456', SITE_VERIFICATION: 'google=abc' });
const course = '/safe/safe-agilist-certification';

const sourcesOf = (policy: unknown, name: string) =>
  String(policy)
    .split(';')
    .find((part) => part.startsWith(`${name} `))
    ?.split(' ')
    .slice(1);

describe('with a service that counts by consent', () => {
  it('a document names the service, loads the consent script, and may embed only the analytics frame', async () => {
    const { text, headers } = await site.http.get(course).expect(200);
    expect(text).toContain('<meta name="analytics" content="ga4">');
    expect(text).toContain('<script type="module" async src="/assets/consent-1.js"></script>');
    const policy = headers['content-security-policy'];
    expect(sourcesOf(policy, 'frame-src')).toEqual(["'self'"]);
    expect(policy).not.toMatch(/google|facebook/);
    const checkout = await site.http.get('/checkout').expect(200);
    expect(sourcesOf(checkout.headers['content-security-policy'], 'frame-src')).toContain("'self'");
  });

  it('only the frame may connect to the hosts of the service, and to no others', async () => {
    const { text, headers } = await site.http.get('/analytics-frame').expect(200);
    expect(text).toContain('<meta name="ga4" content="G-TEST123456">');
    expect(text).toContain('src="/assets/frame-1.js"');
    expect(text).not.toContain('meta-pixel');
    const policy = headers['content-security-policy'];
    expect(sourcesOf(policy, 'script-src')).toEqual(["'self'", 'https://www.googletagmanager.com']);
    expect(policy).not.toContain('facebook');
    expect(sourcesOf(policy, 'frame-ancestors')).toEqual(["'self'"]);
    expect(headers).toMatchObject({ 'x-frame-options': 'SAMEORIGIN', 'x-robots-tag': 'noindex' });
  });

  it('only the home page has the meta tags for search engines', async () => {
    const tag = '<meta name="google-site-verification" content="abc">';
    expect((await site.http.get('/').expect(200)).text).toContain(tag);
    expect((await site.http.get(course).expect(200)).text).not.toContain(tag);
  });
});
