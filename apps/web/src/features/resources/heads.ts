import { instance } from '@meridian/contracts/site/instance';
import { breadcrumbData } from '../../routing/breadcrumb-data.ts';
import type { Heads } from '../../routing/head.ts';

export const resourceHeads: Heads = {
  '/resources': ({ publicUrl }) => ({
    title: 'Resources',
    description: `Free e-books and practice tests on ${instance().subjects.long} by the trainers of ${instance().name}.`,
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
};
