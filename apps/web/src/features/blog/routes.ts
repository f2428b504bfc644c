import { queryOf, readQuery } from '../../api/route-query.ts';
import { lazyScreen } from '../../routing/lazy-screen.tsx';
import type { Route } from '../../routing/route.ts';
import { blogPages, wholeBlog } from './api.ts';

export const blogRoutes: readonly Route[] = [
  {
    path: '/blogs',
    bodyClass: 'blog-list-page',
    screen: lazyScreen('features/blog/blog-list-screen.tsx', async () => {
      const { BlogListScreen } = await import('./blog-list-screen.tsx');
      return BlogListScreen;
    }),
    queries: () => [
      queryOf(blogPages.initiate(wholeBlog, { subscribe: false }), { primary: true }),
      readQuery('blog_category', {}),
    ],
  },
  {
    path: '/blog/:seoSlug',
    bodyClass: 'blog-page',
    screen: lazyScreen('features/blog/blog-post-screen.tsx', async () => {
      const { BlogPostScreen } = await import('./blog-post-screen.tsx');
      return BlogPostScreen;
    }),
    queries: ({ seoSlug = '' }) => [readQuery('blog_detail', { seo_slug: seoSlug }, { primary: true })],
  },
];
