import { failureMessage } from '@meridian/ui/failure-messages';
import { useFetchedPages, useWantedPages } from '../../../routing/page-count.ts';
import { changePageQuery } from '../../../routing/page-query.ts';
import { coursesApi, type SectionEntry, type SectionRequest, stepOf } from '../api.ts';

export interface SectionEntries<Entry> {
  entries: readonly Entry[];
  /** There is more than what is shown. */
  hasMore: boolean;
  busy: boolean;
  /** Why the last View More brought nothing. */
  failure?: string;
  showMore(): void;
}

/** Each item once: where a back end's pages overlap, the first one stays. */
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
 * The items of a section, and more of them on request.
 * @param request the section and the course
 * @param first the items that came with the course
 * @param total how many there are in all
 */
export function useSectionEntries(
  { section, courseId }: SectionRequest,
  first: readonly SectionEntry[],
  total: number,
): SectionEntries<SectionEntry> {
  // The address holds how many pages were added, so that they come back with Back and with a reload.
  const wanted = useWantedPages(section, 0);
  const query = coursesApi.endpoints.courseSection.useInfiniteQuery(
    { section, courseId },
    { skip: wanted === 0, initialPageParam: stepOf(section) },
  );
  useFetchedPages(query, wanted);
  const pages = query.currentData?.pages ?? [];
  const entries = withoutRepeats([...first, ...pages.flat()]);

  function showMore(): void {
    if (pages.length > 0) void query.fetchNextPage();
    else if (wanted > 0) void query.refetch();
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
