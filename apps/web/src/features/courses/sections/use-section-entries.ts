import { failureMessage } from '@meridian/ui/failure-messages';
import { useFetchedPages, useRequestedPages } from '../../../routing/page-count.ts';
import { changePageQuery } from '../../../routing/page-query.ts';
import { coursesApi, type SectionEntry, type SectionRequest, stepOf } from '../api.ts';

export interface SectionEntries<Entry> {
  entries: readonly Entry[];
  /** True if there are more items than shown. */
  hasMore: boolean;
  busy: boolean;
  /** Error message of the last click on View More. */
  failure?: string;
  showMore(): void;
}

/** Removes duplicates, because the upstream's pages may overlap. */
function withoutRepeats<Entry extends SectionEntry>(entries: readonly Entry[]): Entry[] {
  const seen = new Set<number>();
  return entries.filter(({ id }) => {
    if (id === undefined) return true;
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  });
}

/**
 * The items of a section. View More loads further items.
 * @param request the section and the course
 * @param first the items that the course itself contains
 * @param total number of all items
 */
export function useSectionEntries(
  { section, courseId }: SectionRequest,
  first: readonly SectionEntry[],
  total: number,
): SectionEntries<SectionEntry> {
  // The query string has the number of added pages, so that Back and reloads restore them.
  const requested = useRequestedPages(section, 0);
  const query = coursesApi.endpoints.courseSection.useInfiniteQuery(
    { section, courseId },
    { skip: requested === 0, initialPageParam: stepOf(section) },
  );
  useFetchedPages(query, requested);
  const pages = query.currentData?.pages ?? [];
  const entries = withoutRepeats([...first, ...pages.flat()]);

  function showMore(): void {
    if (pages.length > 0) void query.fetchNextPage();
    else if (requested > 0) void query.refetch();
    changePageQuery({ [section]: pages.length + 1 });
  }

  return {
    entries,
    hasMore: entries.length < total && (pages.length === 0 || query.hasNextPage),
    busy: query.isFetching,
    failure: query.isFetching ? undefined : failureMessage(query.error),
    showMore,
  };
}
