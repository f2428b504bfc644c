import { refusedQuery } from '../../api/refused-query.ts';
import { readQuery } from '../../api/route-query.ts';
import { lazyScreen } from '../../routing/lazy-screen.tsx';
import type { Route } from '../../routing/route.ts';
import { isCourseSlug } from './course-slug.ts';

export const courseRoutes: readonly Route[] = [
  {
    path: '/:category/:slug',
    bodyClass: 'course-page',
    belowFirstScreen: 'overview',
    screen: lazyScreen(
      'features/courses/course-screen.tsx',
      async () => (await import('./course-screen.tsx')).CourseScreen,
    ),
    queries: ({ slug }) =>
      isCourseSlug(slug)
        ? [readQuery('course_details', { seo_slug: slug }, { primary: true }), readQuery('home', {})]
        : [refusedQuery],
  },
];
