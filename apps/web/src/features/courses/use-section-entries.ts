import { useState } from 'react';
import { failureWords } from '../../ui/query-words.ts';
import { coursesApi, type SectionEntry, type SectionRequest, stepOf } from './api.ts';

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
  const [wanted, setWanted] = useState(false);
  const query = coursesApi.endpoints.courseSection.useInfiniteQuery(
    { section, courseId },
    { skip: !wanted, initialPageParam: stepOf(section) },
  );
  const pages = query.currentData?.pages ?? [];
  const entries = withoutRepeats([...first, ...pages.flat()]);

  function showMore(): void {
    if (!wanted) setWanted(true);
    else if (pages.length > 0) void query.fetchNextPage();
    else void query.refetch();
  }

  return {
    entries,
    hasMore: entries.length < total && (pages.length === 0 || query.hasNextPage),
    busy: query.isFetching,
    failure: query.isFetching ? undefined : failureWords(query.error),
    showMore,
  };
}
