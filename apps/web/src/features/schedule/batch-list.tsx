import { failureMessage } from '@meridian/ui/failure-messages';
import { QueryView } from '@meridian/ui/query-view';
import { ViewMore } from '@meridian/ui/view-more';
import { lazyPart } from '../../routing/lazy-part.tsx';
import { usePageCount } from '../../routing/page-count.ts';
import { useLiveSeats } from '../seats/public.ts';
import { batchesOf, type useScheduleList } from './api.ts';
import { BatchCard } from './batch-card.tsx';

const EmptySchedule = lazyPart(async () => (await import('./empty-schedule.tsx')).EmptySchedule);

/** The batches of a list by start date, with View More. */
export function BatchList({
  query,
  courseId,
  courseName,
}: {
  query: ReturnType<typeof useScheduleList>;
  courseId: number;
  courseName: string;
}) {
  const { currentData: data, error, isFetching, refetch } = query;
  const more = usePageCount(query, true);
  const live = useLiveSeats(courseId);
  return (
    <QueryView query={{ data, error, isFetching, refetch }} skeleton="rows">
      {({ pages }) => {
        const batches = batchesOf(pages);
        const total = pages.at(-1)?.total_schedule ?? 0;
        if (batches.length === 0) return <EmptySchedule />;
        return (
          <>
            <ol className="grid gap-4">
              {batches.map((batch) => (
                <li key={batch.id}>
                  <BatchCard batch={batch} courseId={courseId} courseName={courseName} live={live} />
                </li>
              ))}
            </ol>
            {query.hasNextPage ? (
              <ViewMore
                shown={batches.length}
                total={total}
                what="batches"
                busy={query.isFetching}
                failure={query.isFetching ? undefined : failureMessage(query.error)}
                onMore={more}
              />
            ) : null}
          </>
        );
      }}
    </QueryView>
  );
}
