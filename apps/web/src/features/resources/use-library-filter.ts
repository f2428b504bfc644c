import { api } from '../../api/api.ts';
import { changePageQuery, countOf, usePageQuery } from '../../routing/page-query.ts';
import { wholeLibrary } from './library.ts';

export interface LibraryFilter {
  /** The search as it was typed. */
  search: string;
  /** 0 where none is chosen. */
  categoryId: number;
  narrow(change: { search?: string; category?: number }): void;
}

/** What narrows the library. The address holds it, so it comes back with Back and with a reload. */
export function useLibraryFilter(): LibraryFilter {
  const query = usePageQuery();
  const categories = api.endpoints.resources_category.useQuery({});
  const search = (query.get('search') ?? wholeLibrary.search_val).slice(0, 100);
  const named = countOf(query, 'category', wholeLibrary.resources_category_id);
  // A category that cannot be chosen narrows nothing: the list would not be what the controls say.
  const isKnown = categories.data ? categories.data.some(({ id }) => id === named) : !categories.error;
  const categoryId = isKnown ? named : wholeLibrary.resources_category_id;
  return {
    search,
    categoryId,
    narrow: ({ search: typed = search, category = categoryId }) =>
      changePageQuery({ search: typed, category: category || '' }),
  };
}
