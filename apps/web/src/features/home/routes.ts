import { lazyScreen } from '../../routing/lazy-screen.tsx';
import type { Route } from '../../routing/route.ts';

export const homeRoutes: readonly Route[] = [
  {
    path: '/',
    aliases: ['/home'],
    bodyClass: 'home-page',
    belowFirstScreen: 'popular-courses',
    screen: lazyScreen(
      'features/home/home-screen.tsx',
      async () => (await import('./home-screen.tsx')).HomeScreen,
    ),
  },
];
