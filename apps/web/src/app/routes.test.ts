import { expect, test } from 'vitest';
import { createStore } from '../api/store.ts';
import { readFrom } from '../testing/site.tsx';
import { headOf } from './heads.ts';
import { notFoundRoute } from './not-found.ts';
import { queriesOf } from './queries.ts';
import { matchRoute, routes } from './routes.ts';

test.each([
  ['/', '/', {}],
  ['/home', '/', {}],
  ['/About-Us/', '/about-us', {}],
  ['/blog/a-post', '/blog/:seoSlug', { seoSlug: 'a-post' }],
  ['/view-schedule/101', '/view-schedule/:courseId', { courseId: '101' }],
  ['/safe/leading-safe', '/:category/:slug', { category: 'safe', slug: 'leading-safe' }],
  ['/nowhere', '*', {}],
  ['/safe/leading-safe/more', '*', {}],
])('%s is matched by the route %s', (address, path, params) => {
  const match = matchRoute(address);
  expect(match.route.path).toBe(path);
  expect(match.params).toEqual(params);
});

test('every page loads data before its first render, except these', () => {
  const withoutData = routes.filter((route) => queriesOf({ route, params: {} }).length === 0);
  expect(withoutData.map(({ path }) => path)).toEqual([
    '/about-us',
    '/corporate',
    '/contact-us',
    '/become-an-instructor',
    '/partner-with-us',
    '/demo',
    '/test',
    '/checkout/pay',
    '/checkout/pay/:attempt',
    '/checkout/pay/:attempt/:returned',
    '/thankyou',
    '/waitlist/:token',
  ]);
});

test('every route has a title and a canonical address', () => {
  const state = createStore({ read: readFrom({}) }).getState();
  for (const route of [...routes, notFoundRoute]) {
    const head = headOf(route, { state, params: {}, publicUrl: 'https://academy.example' });
    expect(head.title, route.path).not.toBe('');
    expect(head.canonical, route.path).toMatch(/^\//);
  }
});
