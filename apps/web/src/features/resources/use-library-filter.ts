import { api } from '../../api/api.ts';
import { changePageQuery, countOf, usePageQuery } from '../../routing/page-query.ts';
import { wholeLibrary } from './library.ts';

export interface LibraryFilter {
  /** The search text as typed. */
  search: string;
  /** 0 if no category is chosen. */
  categoryId: number;
  narrow(change: { search?: string; category?: number }): void;
}

/** The filter of the library, stored in the query string so that Back and reloads restore it. */
export function useLibraryFilter(): LibraryFilter {
  const query = usePageQuery();
  const categories = api.endpoints.resources_category.useQuery({});
  const search = (query.get('search') ?? wholeLibrary.search_val).slice(0, 100);
  const named = countOf(query, 'category', wholeLibrary.resources_category_id);
  // An unknown category is ignored, because the controls cannot show it.
  const isKnown = categories.data ? categories.data.some(({ id }) => id === named) : !categories.error;
  const categoryId = isKnown ? named : wholeLibrary.resources_category_id;
  return {
    search,
    categoryId,
    narrow: ({ search: typed = search, category = categoryId }) =>
      changePageQuery({ search: typed, category: category || '' }),
  };
}
