import { pageSizes } from '@meridian/contracts/calls';
import type { BlogList } from '@meridian/contracts/site/blog';
import { api } from '../../api/api.ts';

/** The filter of the list. Each filter has its own cache entry, so that responses are never mixed. */
export interface BlogFilter {
  search: string;
  categoryId: number;
  /** Number of earlier filter changes. Each change starts a list at offset 0. */
  turn: number;
}

const blogApi = api.injectEndpoints({
  endpoints: (build) => ({
    blogPages: build.infiniteQuery<BlogList, BlogFilter, number>({
      infiniteQueryOptions: {
        initialPageParam: 0,
        getNextPageParam: (last, pages, lastOffset) => {
          const loaded = pages.reduce((sum, page) => sum + page.latest_blog.length, 0);
          // An empty page ends the list, even if the server reports a higher total.
          return last.latest_blog.length > 0 && loaded < last.total_blog
            ? lastOffset + pageSizes.blog
            : undefined;
        },
      },
      query: ({ queryArg, pageParam }) => ({
        name: 'blog',
        request: { offset: pageParam, search_val: queryArg.search, category_id: queryArg.categoryId },
      }),
    }),
  }),
});

export const { blogPages } = blogApi.endpoints;
export const { useBlogPagesInfiniteQuery } = blogApi;
/** The initial, unfiltered list. */
export const wholeBlog: BlogFilter = { search: '', categoryId: 0, turn: 0 };
