import { expect, it } from 'vitest';
import { ok, readFrom } from '../testing/site.tsx';
import { listPages } from './site-pages.ts';

const course = (seo_slug: string, published_date?: string) => ({
  name: seo_slug,
  category_name: 'Scrum',
  category_seo_slug: 'scrum',
  seo_slug,
  published_date,
});
const post = (seo_slug: string, published: string) => ({ id: 1, name: seo_slug, seo_slug, published });

it('leaves out lists without entries', async () => {
  const pages = await listPages({
    read: readFrom({
      cat_course: ok([course('csm')]),
      blog: ok({ latest_blog: [], total_blog: 0 }),
      Resources: ok({ ebook: [], practice_test: [] }),
      customer_speak: ok({
        our_customers_saying: [],
        hear_from_our_customers: [],
        share_your_experience: [],
      }),
    }),
  });
  const paths = pages.map(({ path }) => path);
  expect(paths).toContain('/contact-us');
  for (const path of ['/blogs', '/resources', '/customer-speak']) expect(paths).not.toContain(path);
});

it('pages have the date of their last change if the upstream returns it', async () => {
  const latest_blog = [
    post('new', '2026-05-18 09:30:00'),
    post('old', '2024-01-31'),
    post('odd', 'May 2024'),
  ];
  const pages = await listPages({
    read: readFrom({
      cat_course: ok([course('csm', '2025-11-02T10:00:00Z'), course('psm')]),
      blog: ok({ latest_blog, total_blog: 3 }),
    }),
  });
  const days = new Map(pages.map(({ path, lastModified }) => [path, lastModified]));
  expect(days.get('/scrum/csm')).toBe('2025-11-02');
  expect(days.get('/blog/new')).toBe('2026-05-18');
  expect(days.get('/blog/old')).toBe('2024-01-31');
  expect(days.get('/blogs')).toBe('2026-05-18');
  for (const path of ['/', '/contact-us', '/scrum/psm', '/blog/odd']) {
    expect(days.has(path)).toBe(true);
    expect(days.get(path)).toBeUndefined();
  }
});
