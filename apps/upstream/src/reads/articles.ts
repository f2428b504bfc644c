import { pageSizes } from '@meridian/contracts/calls';
import { pageOf, type ReadHandler } from './handler.ts';

interface Searchable {
  categoryId: number;
  searchText: string;
}

/** Filters by category (0: all) and search text (empty: all). */
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

export const blog: ReadHandler<'blog'> = ({ offset, search_val, category_id }, { content }) => {
  const posts = matching(content.posts, category_id, search_val);
  return {
    latest_blog: pageOf(posts, offset, pageSizes.blog).map(({ listItem }) => listItem),
    total_blog: posts.length,
  };
};

export const blogCategories: ReadHandler<'blog_category'> = (_request, { content }) => [
  ...content.blogCategories,
];

export const blogDetail: ReadHandler<'blog_detail'> = ({ seo_slug }, { content }) =>
  content.postBySlug.get(seo_slug)?.detail;

export const resources: ReadHandler<'Resources'> = ({ resources_category_id, search_val }, { content }) => ({
  ebook: matching(content.ebooks, resources_category_id, search_val).map(({ listItem }) => listItem),
  practice_test: matching(content.practiceTests, resources_category_id, search_val).map(
    ({ listItem }) => listItem,
  ),
});

export const resourceCategories: ReadHandler<'resources_category'> = (_request, { content }) => [
  ...content.resourceCategories,
];
