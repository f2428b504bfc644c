import { refusedQuery } from '../../api/refused-query.ts';
import { readQuery } from '../../api/route-query.ts';
import type { Queries } from '../../routing/route.ts';
import { isCourseSlug } from './course-slug.ts';

export const courseQueries: Queries = {
  '/:category/:slug': ({ slug }) =>
    isCourseSlug(slug)
      ? [readQuery('course_details', { seo_slug: slug }, { primary: true }), readQuery('home', {})]
      : [refusedQuery],
};
