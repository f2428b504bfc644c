import { lazyScreen } from '../../routing/lazy-screen.tsx';
import type { Route } from '../../routing/route.ts';

const personal = { noindex: true, private: true } as const;

export const trainingRoutes: readonly Route[] = [
  {
    ...personal,
    path: '/class/:token',
    bodyClass: 'class-page',
    screen: lazyScreen(
      'features/training/class-screen.tsx',
      async () => (await import('./class-screen.tsx')).ClassScreen,
    ),
  },
  {
    ...personal,
    path: '/feedback/:token',
    bodyClass: 'feedback-page',
    screen: lazyScreen(
      'features/training/feedback-screen.tsx',
      async () => (await import('./feedback-screen.tsx')).FeedbackScreen,
    ),
  },
  {
    ...personal,
    path: '/certificate/:number',
    bodyClass: 'certificate-page',
    screen: lazyScreen(
      'features/training/certificate-screen.tsx',
      async () => (await import('./certificate-screen.tsx')).CertificateScreen,
    ),
  },
];
