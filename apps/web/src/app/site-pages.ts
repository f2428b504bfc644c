import type { ReadData } from '@meridian/contracts/call-schemas';
import type { ReadCallName } from '@meridian/contracts/calls';
import type { PageRenderer, Read, ReadAnswer } from '@meridian/contracts/site/renderer';
import { unwrap } from '../api/result.ts';
import { findAbsentPages } from './find-absent-pages.ts';
import { routes } from './routes.ts';

async function dataOf<Name extends ReadCallName>(answer: Promise<ReadAnswer>): Promise<ReadData<Name>> {
  const result = unwrap(await answer);
  if ('error' in result) throw new Error('The catalogue refused a list for the sitemap');
  return result.data as ReadData<Name>;
}

/**
 * Maximum number of pages of the blog list that are read concurrently. Reading thousands of them one by one
 * would take minutes.
 */
const pagesAtOnce = 8;

async function allPosts(read: Read): Promise<ReadData<'blog'>['latest_blog']> {
  const listFrom = (offset: number) =>
    dataOf<'blog'>(read('blog', { offset, search_val: '', category_id: 0 }));
  const first = await listFrom(0);
  const posts = [...first.latest_blog];
  const pageSize = posts.length;
  while (pageSize > 0 && posts.length < first.total_blog) {
    const known = posts.length;
    const offsets = Array.from({ length: pagesAtOnce }, (_, page) => known + page * pageSize);
    const pages = await Promise.all(offsets.filter((offset) => offset < first.total_blog).map(listFrom));
    posts.push(...pages.flatMap((page) => page.latest_blog));
    // Posts may have been removed since the first page was read.
    if (posts.length === known) break;
  }
  return posts;
}

/** @returns the date in ISO format, or undefined if it is invalid */
function dayOf(date: string | undefined): string | undefined {
  const day = date?.match(/^\d{4}-\d{2}-\d{2}(?=$|[T ])/)?.[0];
  return day && !Number.isNaN(Date.parse(day)) ? day : undefined;
}

/** All indexable pages, for the sitemap. The date of the blog list is that of its newest post. */
export const listPages: PageRenderer['listPages'] = async ({ read }) => {
  const [courses, posts, absent] = await Promise.all([
    dataOf<'cat_course'>(read('cat_course', {})),
    allPosts(read),
    findAbsentPages(read),
  ]);
  const postPages = posts.map((post) => ({
    path: `/blog/${post.seo_slug}`,
    lastModified: dayOf(post.published),
  }));
  const newest = postPages.flatMap(({ lastModified }) => lastModified ?? []).sort();
  const fixed = routes
    .filter((route) => !route.noindex && !route.private && !route.path.includes(':'))
    .filter(({ path }) => !absent.includes(path))
    .map(({ path }) => ({ path, lastModified: path === '/blogs' ? newest.at(-1) : undefined }));
  const coursePages = courses.map((course) => ({
    path: `/${course.category_seo_slug}/${course.seo_slug}`,
    lastModified: dayOf(course.published_date),
  }));
  return [...fixed, ...coursePages, ...postPages];
};
