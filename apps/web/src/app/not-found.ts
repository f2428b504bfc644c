import { lazyScreen } from '../routing/lazy-screen.tsx';
import type { Route } from '../routing/route.ts';
import { NotFoundScreen } from './not-found-screen.tsx';

export const notFoundRoute: Route = {
  path: '*',
  bodyClass: 'not-found-page',
  noindex: true,
  // Not lazy, because any page may turn out to be a 404.
  screen: lazyScreen('app/not-found-screen.tsx', async () => NotFoundScreen),
};
