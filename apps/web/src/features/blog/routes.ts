import { brand } from '@meridian/contracts/brand';
import { api } from '../../api/api.ts';
import { queryOf, readQuery } from '../../api/route-query.ts';
import { lazyScreen } from '../../routing/lazy-screen.tsx';
import type { Route } from '../../routing/route.ts';
import { blogPages, wholeBlog } from './api.ts';
import { postData } from './structured-data.ts';

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
    head: () => ({
      title: 'Blogs',
      description: `Notes from practice on agile, Scrum, SAFe, Kanban and project management by the trainers of ${brand}.`,
      canonical: '/blogs',
    }),
  },
  {
    path: '/blog/:seoSlug',
    bodyClass: 'blog-page',
    screen: lazyScreen('features/blog/blog-post-screen.tsx', async () => {
      const { BlogPostScreen } = await import('./blog-post-screen.tsx');
      return BlogPostScreen;
    }),
    queries: ({ seoSlug = '' }) => [readQuery('blog_detail', { seo_slug: seoSlug }, { primary: true })],
    head: ({ state, params, publicUrl }) => {
      const seoSlug = params.seoSlug ?? '';
      const path = `/blog/${seoSlug}`;
      const post = api.endpoints.blog_detail.select({ seo_slug: seoSlug })(state).data;
      if (!post) return { title: 'Blog', description: '', canonical: path };
      return {
        title: post.meta_title || post.name,
        description: post.meta_description,
        canonical: path,
        image: post.image,
        type: 'article',
        structuredData: import.meta.env.SSR ? postData(publicUrl, path, post) : [],
      };
    },
  },
];
