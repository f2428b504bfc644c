import { brand } from '@meridian/contracts/brand';
import { breadcrumbData } from '../../routing/breadcrumb-data.ts';
import type { Heads } from '../../routing/head.ts';

export const resourceHeads: Heads = {
  '/resources': ({ publicUrl }) => ({
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
};
