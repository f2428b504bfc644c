import { pageSizes } from '@meridian/contracts/calls';
import type { CataloguePost } from '../content/articles.ts';
import { dateOf } from '../schedule/calendar.ts';
import { pageOf, type ReadHandler } from './handler.ts';

interface Searchable {
  categoryId: number;
  searchText: string;
}

/** Filters items by category (0 for all) and search text (empty for all). */
function matching<Item extends Searchable>(
  items: readonly Item[],
  categoryId: number,
  search: string,
): Item[] {
  const requested = search.toLowerCase();
  return items.filter(
    (item) => (categoryId === 0 || item.categoryId === categoryId) && item.searchText.includes(requested),
  );
}

/** True on and after the date of the post. */
function isPublished({ listItem }: CataloguePost, today: number): boolean {
  return listItem.published <= dateOf(today);
}

export const blog: ReadHandler<'blog'> = ({ offset, search_val, category_id }, { content, today }) => {
  const posts = matching(content.posts, category_id, search_val).filter((post) => isPublished(post, today));
  return {
    latest_blog: pageOf(posts, offset, pageSizes.blog).map(({ listItem }) => listItem),
    total_blog: posts.length,
  };
};

export const blogCategories: ReadHandler<'blog_category'> = (_request, { content }) => [
  ...content.blogCategories,
];

export const blogDetail: ReadHandler<'blog_detail'> = ({ seo_slug }, { content, today }) => {
  const post = content.postBySlug.get(seo_slug);
  return post && isPublished(post, today) ? post.detail : undefined;
};

export const resources: ReadHandler<'Resources'> = ({ resources_category_id, search_val }, { content }) => ({
  ebook: matching(content.ebooks, resources_category_id, search_val).map(({ listItem }) => listItem),
  practice_test: matching(content.practiceTests, resources_category_id, search_val).map(
    ({ listItem }) => listItem,
  ),
});

export const resourceCategories: ReadHandler<'resources_category'> = (_request, { content }) => [
  ...content.resourceCategories,
];
