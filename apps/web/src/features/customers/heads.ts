import { instance } from '@meridian/contracts/site/instance';
import { breadcrumbData } from '../../routing/breadcrumb-data.ts';
import type { Heads } from '../../routing/head.ts';

export const customerHeads: Heads = {
  '/customer-speak': ({ publicUrl }) => ({
    title: 'Customer Speak',
    description: `What learners of ${instance().name} say about their classes, their exams and the weeks after, in writing and on video.`,
    canonical: '/customer-speak',
    structuredData: import.meta.env.SSR
      ? [
          breadcrumbData(publicUrl, [
            { name: 'Home', path: '/' },
            { name: 'Customer Speak', path: '/customer-speak' },
          ]),
        ]
      : [],
  }),
};
