import { z } from 'zod';
import { count, html, id, list, text } from '../lenient.ts';
import { nothing, offset, optionalId, search, slug } from '../requests.ts';

const blogListItem = z.object({
  id,
  name: text,
  image: text,
  image_title: text,
  seo_slug: text,
  author: text,
  published: text,
});
export type BlogListItem = z.infer<typeof blogListItem>;

export const blogList = {
  request: z.object({ offset, search_val: search, category_id: optionalId }),
  data: z.object({ latest_blog: list(blogListItem), total_blog: count }),
};
export type BlogList = z.infer<typeof blogList.data>;

export const blogCategories = { request: nothing, data: list(z.object({ id, name: text })) };

const blogPost = z.object({
  id,
  name: text,
  author: text,
  published: text,
  image: text,
  image_title: text,
  description: html,
  meta_title: text,
  meta_description: text,
});
export type BlogPost = z.infer<typeof blogPost>;

export const blogDetail = { request: z.object({ seo_slug: slug }), data: blogPost };
