import { expect, test } from 'vitest';
import { matchRoute } from './routes.ts';

test.each([
  ['/', '/', {}],
  ['/home', '/', {}],
  ['/About-Us/', '/about-us', {}],
  ['/blog/a-post', '/blog/:seoSlug', { seoSlug: 'a-post' }],
  ['/view-schedule/101', '/view-schedule/:courseId', { courseId: '101' }],
  ['/safe/leading-safe', '/:category/:slug', { category: 'safe', slug: 'leading-safe' }],
  ['/nowhere', '*', {}],
  ['/safe/leading-safe/more', '*', {}],
])('%s is the page %s', (address, path, params) => {
  const match = matchRoute(address);
  expect(match.route.path).toBe(path);
  expect(match.params).toEqual(params);
});
