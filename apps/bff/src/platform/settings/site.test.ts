import { expect, it } from 'vitest';
import { z } from 'zod';
import { siteSettingsOf, siteVariables } from './site.ts';

const read = (values: Record<string, string>) => {
  const parsed = z.object(siteVariables).safeParse(values);
  return parsed.success ? siteSettingsOf(parsed.data) : parsed.error.issues.map(({ path }) => path[0]);
};

it('without settings there is no consent question, and there are no meta tags', () => {
  expect(read({})).toEqual({ siteVerification: [], analytics: undefined });
});

it('the code of each service becomes its meta tag', () => {
  const codes = 'google=a-B_1=,facebook=def456, bing=0123ABCD';
  expect(read({ SITE_VERIFICATION: codes, META_PIXEL_ID: '1234567890' })).toEqual({
    siteVerification: [
      { name: 'google-site-verification', content: 'a-B_1=' },
      { name: 'facebook-domain-verification', content: 'def456' },
      { name: 'msvalidate.01', content: '0123ABCD' },
    ],
    analytics: { ga4: undefined, meta: '1234567890' },
  });
});

it.each(['google', 'google=', 'yahoo=abc', 'google=abc,', 'google=<meta>', 'google=a b'])(
  'refuses the codes %j',
  (codes) => {
    expect(read({ SITE_VERIFICATION: codes })).toEqual(['SITE_VERIFICATION']);
  },
);

it('refuses ids in another format', () => {
  expect(read({ GA4_MEASUREMENT_ID: 'UA-1234-1', META_PIXEL_ID: 'fb' })).toEqual([
    'GA4_MEASUREMENT_ID',
    'META_PIXEL_ID',
  ]);
});
