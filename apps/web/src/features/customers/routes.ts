import { brand } from '@meridian/contracts/brand';
import { readQuery } from '../../api/route-query.ts';
import { breadcrumbData } from '../../routing/breadcrumb-data.ts';
import { lazyScreen } from '../../routing/lazy-screen.tsx';
import type { Route } from '../../routing/route.ts';

export const customerRoutes: readonly Route[] = [
  {
    path: '/customer-speak',
    bodyClass: 'customer-speak-page',
    screen: lazyScreen('features/customers/customer-speak-screen.tsx', async () => {
      const { CustomerSpeakScreen } = await import('./customer-speak-screen.tsx');
      return CustomerSpeakScreen;
    }),
    queries: () => [readQuery('customer_speak', {}, { primary: true })],
    head: ({ publicUrl }) => ({
      title: 'Customer Speak',
      description: `What learners of ${brand} say about their classes, their exams and the weeks after, in writing and on video.`,
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
  },
];
