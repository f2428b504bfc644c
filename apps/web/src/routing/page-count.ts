import { useEffect } from 'react';
import { changePageQuery, countOf, usePageQuery } from './page-query.ts';

/** More than anybody reads at once; an address of another hand shall not make the browser ask for thousands. */
const mostPages = 100;

interface PagedList {
  currentData?: { pages: readonly unknown[] };
  hasNextPage: boolean;
  isFetching: boolean;
  error?: unknown;
  fetchNextPage(): unknown;
}

/**
 * Keeps in the address how many pages of a list are shown, and brings as many back with Back and with a reload.
 * @param settled whether the list is the one that the controls ask for
 * @returns asks for the next page
 */
export function usePageCount(list: PagedList, settled: boolean): () => void {
  const wanted = countOf(usePageQuery(), 'pages', 1, mostPages);
  const shown = list.currentData?.pages.length ?? 0;
  const { hasNextPage, isFetching, error, fetchNextPage } = list;
  const lacking = settled && shown > 0 && shown < wanted && hasNextPage;

  useEffect(() => {
    if (lacking && !isFetching && !error) fetchNextPage();
  }, [lacking, isFetching, error, fetchNextPage]);

  return () => {
    fetchNextPage();
    changePageQuery({ pages: shown + 1 });
  };
}
