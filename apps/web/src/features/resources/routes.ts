import { readQuery } from '../../api/route-query.ts';
import { lazyScreen } from '../../routing/lazy-screen.tsx';
import type { Route } from '../../routing/route.ts';
import { wholeLibrary } from './library.ts';

export const resourceRoutes: readonly Route[] = [
  {
    path: '/resources',
    bodyClass: 'resources-page',
    screen: lazyScreen('features/resources/resources-screen.tsx', async () => {
      const { ResourcesScreen } = await import('./resources-screen.tsx');
      return ResourcesScreen;
    }),
    queries: () => [
      readQuery('Resources', wholeLibrary, { primary: true }),
      readQuery('resources_category', {}),
    ],
  },
];
