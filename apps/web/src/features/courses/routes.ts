import { lazyScreen } from '../../routing/lazy-screen.tsx';
import type { Route } from '../../routing/route.ts';

export const courseRoutes: readonly Route[] = [
  {
    path: '/:category/:slug',
    bodyClass: 'course-page',
    belowFirstScreen: 'overview',
    screen: lazyScreen(
      'features/courses/course-screen.tsx',
      async () => (await import('./course-screen.tsx')).CourseScreen,
    ),
  },
];
