import { lazyScreen } from '../../routing/lazy-screen.tsx';
import type { Route } from '../../routing/route.ts';

export const resourceRoutes: readonly Route[] = [
  {
    path: '/resources',
    bodyClass: 'resources-page',
    screen: lazyScreen('features/resources/resources-screen.tsx', async () => {
      const { ResourcesScreen } = await import('./resources-screen.tsx');
      return ResourcesScreen;
    }),
  },
];
