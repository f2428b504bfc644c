import { brand } from '@meridian/contracts/brand';
import { api } from '../../api/api.ts';
import { readQuery } from '../../api/route-query.ts';
import { lazyScreen } from '../../routing/lazy-screen.tsx';
import type { Route } from '../../routing/route.ts';
import { courseListData, organisationData } from './structured-data.ts';

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
    queries: () => [readQuery('home', {}, { primary: true })],
    head: ({ state, publicUrl }) => {
      const courses = api.endpoints.home.select({})(state).data?.course ?? [];
      return {
        title: 'Home',
        description: `Live agile, Scrum, SAFe, Kanban and project management training and certification with ${brand}: small groups, trainers from practice, batches every week.`,
        canonical: '/',
        structuredData: import.meta.env.SSR
          ? [organisationData(publicUrl), ...courseListData(publicUrl, courses)]
          : [],
      };
    },
  },
];
