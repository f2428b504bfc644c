import { useEffect } from 'react';
import { changePageQuery, countOf, usePageQuery } from './page-query.ts';

/** Upper limit, so that a crafted address cannot make the browser fetch thousands of pages. */
const maxPages = 100;

interface PagedList {
  currentData?: { pages: readonly unknown[] };
  hasNextPage: boolean;
  isFetching: boolean;
  error?: unknown;
  fetchNextPage(): unknown;
}

/**
 * The number of pages of a list, from the query string. Back and reloads restore it.
 * @param name query parameter
 * @param none the number if the parameter is absent
 */
export function useRequestedPages(name: string, none: number): number {
  return countOf(usePageQuery(), name, none, maxPages);
}

/** Fetches the requested pages of a list, one after the other. */
export function useFetchedPages(list: PagedList, requested: number): void {
  const shown = list.currentData?.pages.length ?? 0;
  const { hasNextPage, isFetching, error, fetchNextPage } = list;
  const lacking = shown > 0 && shown < requested && hasNextPage;
  useEffect(() => {
    if (lacking && !isFetching && !error) fetchNextPage();
  }, [lacking, isFetching, error, fetchNextPage]);
}

/**
 * Keeps the number of loaded pages of an infinite list in the query string, and fetches as many pages as it
 * states.
 * @param isCurrent whether the list matches the current filters
 * @returns a function that requests the next page
 */
export function usePageCount(list: PagedList, isCurrent: boolean): () => void {
  const requested = useRequestedPages('pages', 1);
  useFetchedPages(list, isCurrent ? requested : 1);
  return () => {
    list.fetchNextPage();
    changePageQuery({ pages: (list.currentData?.pages.length ?? 0) + 1 });
  };
}
