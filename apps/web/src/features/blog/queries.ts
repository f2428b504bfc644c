import { queryOf, readQuery } from '../../api/route-query.ts';
import type { Queries } from '../../routing/route.ts';
import { blogPages, wholeBlog } from './api.ts';

export const blogQueries: Queries = {
  '/blogs': () => [queryOf(blogPages, wholeBlog, { primary: true }), readQuery('blog_category', {})],
  '/blog/:seoSlug': ({ seoSlug = '' }) => [
    readQuery('blog_detail', { seo_slug: seoSlug }, { primary: true }),
  ],
};
