import { instance } from '@meridian/contracts/site/instance';
import { api } from '../../api/api.ts';
import type { Heads } from '../../routing/head.ts';
import { postData } from './structured-data.ts';

export const blogHeads: Heads = {
  '/blogs': () => ({
    title: 'Blogs',
    description: `Notes from practice on ${instance().subjects.long} by the trainers of ${instance().name}.`,
    canonical: '/blogs',
  }),
  '/blog/:seoSlug': ({ state, params, publicUrl }) => {
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
};
