import { brand } from '@meridian/contracts/brand';
import { readQuery } from '../../api/route-query.ts';
import { breadcrumbData } from '../../routing/breadcrumb-data.ts';
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
    head: ({ publicUrl }) => ({
      title: 'Resources',
      description: `Free e-books and practice tests on Scrum, SAFe, Kanban and project management by the trainers of ${brand}.`,
      canonical: '/resources',
      structuredData: import.meta.env.SSR
        ? [
            breadcrumbData(publicUrl, [
              { name: 'Home', path: '/' },
              { name: 'Resources', path: '/resources' },
            ]),
          ]
        : [],
    }),
  },
];
