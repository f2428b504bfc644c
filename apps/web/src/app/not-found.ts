import { lazyScreen } from '../routing/lazy-screen.tsx';
import type { Route } from '../routing/route.ts';

export const notFoundRoute: Route = {
  path: '*',
  bodyClass: 'not-found-page',
  noindex: true,
  screen: lazyScreen(
    'app/not-found-screen.tsx',
    async () => (await import('./not-found-screen.tsx')).NotFoundScreen,
  ),
  head: () => ({
    title: 'Page not found',
    description: 'There is no page at this address.',
    canonical: '/',
  }),
};
