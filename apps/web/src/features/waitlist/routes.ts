import { lazyScreen } from '../../routing/lazy-screen.tsx';
import type { Route } from '../../routing/route.ts';

export const waitlistRoutes: readonly Route[] = [
  {
    path: '/waitlist/:token',
    bodyClass: 'waitlist-page',
    noindex: true,
    private: true,
    screen: lazyScreen(
      'features/waitlist/offer-screen.tsx',
      async () => (await import('./offer-screen.tsx')).OfferScreen,
    ),
  },
];
