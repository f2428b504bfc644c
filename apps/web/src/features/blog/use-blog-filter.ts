import { useState } from 'react';
import { api } from '../../api/api.ts';
import { changePageQuery, countOf, usePageQuery } from '../../routing/page-query.ts';
import { type BlogFilter, wholeBlog } from './api.ts';

export interface BlogFilterState {
  /** The search text as typed. */
  text: string;
  filter: BlogFilter;
  narrow(change: { search?: string; category?: number }): void;
}

/** The filter of the blog, stored in the query string so that Back and reloads restore it. */
export function useBlogFilter(): BlogFilterState {
  const query = usePageQuery();
  const categories = api.endpoints.blog_category.useQuery({});
  const [filter, setFilter] = useState(wholeBlog);
  const text = (query.get('search') ?? '').slice(0, 100);
  const search = text.trim();
  const named = countOf(query, 'category', 0);
  // An unknown category is ignored, because the control cannot show it.
  const isKnown = categories.data ? categories.data.some(({ id }) => id === named) : !categories.error;
  const categoryId = isKnown ? named : 0;
  if (search !== filter.search || categoryId !== filter.categoryId)
    setFilter({ search, categoryId, turn: filter.turn + 1 });
  return {
    text,
    filter,
    narrow: ({ search: typed = text, category = categoryId }) =>
      changePageQuery({ search: typed, category: category || '', pages: '' }),
  };
}
