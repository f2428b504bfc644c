import { seatFee } from '@meridian/contracts/enrolment/pricing';
import type { Batch } from '@meridian/contracts/site/schedule/batch';
import { failureMessage } from '@meridian/ui/failure-messages';
import { QueryView } from '@meridian/ui/query-view';
import { ViewMore } from '@meridian/ui/view-more';
import { useRef } from 'react';
import { lazyPart } from '../../routing/lazy-part.tsx';
import { usePageCount } from '../../routing/page-count.ts';
import type { LiveCoupons } from '../coupons/public.ts';
import { type LiveSeats, useLiveSeats } from '../seats/public.ts';
import { batchesOf, type useScheduleList } from './api.ts';
import { BatchRow } from './batch-row.tsx';
import { SeatStepper } from './seat-stepper.tsx';
import { useSeats } from './use-seats.ts';

const EmptySchedule = lazyPart(async () => (await import('./empty-schedule.tsx')).EmptySchedule);

function ChosenSeats({
  batch,
  course,
  enquiryPath,
  live,
  coupons,
}: {
  batch: Batch;
  course: { id: number; name: string };
  enquiryPath: string;
  live: LiveSeats | undefined;
  coupons: LiveCoupons | undefined;
}) {
  const [seats, setSeats] = useSeats(batch.id);
  return (
    <BatchRow
      batch={batch}
      course={course}
      enquiryPath={enquiryPath}
      live={live}
      coupons={coupons}
      seats={seats}
    >
      <SeatStepper seats={seats} left={live?.left(batch.id)} onChange={setSeats} />
    </BatchRow>
  );
}

/** The batches of a list, by start date, with View More. */
export function BatchList({
  query,
  courseId,
  courseName,
  enquiryPath,
  coupons,
}: {
  query: ReturnType<typeof useScheduleList>;
  courseId: number;
  courseName: string;
  /** Path of the enquiry form for the course. */
  enquiryPath: string;
  coupons: LiveCoupons | undefined;
}) {
  const { currentData: data, error, isFetching, refetch } = query;
  const more = usePageCount(query, true);
  const live = useLiveSeats(courseId);
  const list = useRef<HTMLOListElement>(null);
  return (
    <QueryView query={{ data, error, isFetching, refetch }} skeleton="rows">
      {({ pages }) => {
        const batches = batchesOf(pages);
        const total = pages.at(-1)?.total_schedule ?? 0;
        if (batches.length === 0) return <EmptySchedule />;
        return (
          <>
            <ol ref={list} className="@container grid gap-4">
              {batches.map((batch) => (
                <li key={batch.id}>
                  <ChosenSeats
                    batch={batch}
                    course={{ id: courseId, name: courseName }}
                    enquiryPath={enquiryPath}
                    live={live}
                    coupons={coupons}
                  />
                </li>
              ))}
            </ol>
            {query.hasNextPage ? (
              <ViewMore
                list={list}
                shown={batches.length}
                total={total}
                what="batches"
                busy={query.isFetching}
                failure={query.isFetching ? undefined : failureMessage(query.error)}
                onMore={more}
              />
            ) : null}
            {/* Below the button, because it loads later and must not move the button away from a click. */}
            <div className="mt-6 empty:hidden">{coupons?.groups(batches.map(seatFee))}</div>
          </>
        );
      }}
    </QueryView>
  );
}
