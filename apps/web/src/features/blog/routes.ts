import { lazyScreen } from '../../routing/lazy-screen.tsx';
import type { Route } from '../../routing/route.ts';

export const blogRoutes: readonly Route[] = [
  {
    path: '/blogs',
    bodyClass: 'blog-list-page',
    screen: lazyScreen('features/blog/blog-list-screen.tsx', async () => {
      const { BlogListScreen } = await import('./blog-list-screen.tsx');
      return BlogListScreen;
    }),
  },
  {
    path: '/blog/:seoSlug',
    bodyClass: 'blog-page',
    screen: lazyScreen('features/blog/blog-post-screen.tsx', async () => {
      const { BlogPostScreen } = await import('./blog-post-screen.tsx');
      return BlogPostScreen;
    }),
  },
];
