import { expect, it } from 'vitest';
import { useSite } from '../../../testing/site.ts';

const { http } = await useSite({ SEARCH_ENGINES: 'refuse' });

it('an unlisted site has noindex on every page, and no sitemap', async () => {
  for (const path of ['/safe/safe-agilist-certification', '/checkout', '/no-such-course/at-all'])
    expect((await http.get(path)).headers['x-robots-tag']).toBe('noindex');
  expect((await http.get('/robots.txt').expect(200)).text).toBe('User-agent: *\nDisallow: /\n');
  await http.get('/sitemap.xml').expect(404);
});
