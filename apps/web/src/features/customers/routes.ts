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
  },
];
