import { pageSizes } from '@meridian/contracts/calls';
import type { Batch } from '@meridian/contracts/site/schedule/batch';
import type { CourseSchedule, DayType } from '@meridian/contracts/site/schedule/schedule';
import { byCodeUnits } from '@meridian/contracts/text-order';
import { api } from '../../api/api.ts';

export interface ScheduleList {
  id: number;
  day_type: DayType;
  /**
   * Number of earlier tab changes. Each change starts a separate list at offset 0, so that a late response
   * cannot reach the current list.
   */
  turn: number;
}

function loadedCount(pages: readonly CourseSchedule[]): number {
  return pages.reduce((count, page) => count + page.course_schedule.length, 0);
}

export const scheduleApi = api.injectEndpoints({
  endpoints: (build) => ({
    schedulePages: build.infiniteQuery<CourseSchedule, ScheduleList, number>({
      query: ({ queryArg: { id, day_type }, pageParam: offset }) => ({
        name: 'course_schedule',
        request: { id, day_type, offset },
      }),
      infiniteQueryOptions: {
        initialPageParam: 0,
        getNextPageParam: (lastPage, pages, lastOffset) =>
          lastPage.course_schedule.length > 0 && loadedCount(pages) < lastPage.total_schedule
            ? lastOffset + pageSizes.schedule
            : undefined,
      },
    }),
  }),
});

export function useScheduleList(list: ScheduleList) {
  return scheduleApi.endpoints.schedulePages.useInfiniteQuery(list);
}

/** The initial list of a schedule page. */
export function firstList(id: number): ScheduleList {
  return { id, day_type: '', turn: 0 };
}

/**
 * The batches of all loaded pages, by start date. Duplicates are removed, because the list may change between
 * two reads.
 */
export function batchesOf(pages: readonly CourseSchedule[]): Batch[] {
  const byId = new Map(pages.flatMap((page) => page.course_schedule).map((batch) => [batch.id, batch]));
  return [...byId.values()].sort(
    (a, b) => byCodeUnits(a.start_date, b.start_date) || byCodeUnits(a.start_time, b.start_time),
  );
}
