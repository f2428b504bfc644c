import { pageSizes } from '@meridian/contracts/calls';
import type { Batch } from '@meridian/contracts/schedule/batch';
import type { CourseSchedule, DayType } from '@meridian/contracts/schedule/schedule';
import { api } from '../../api/api.ts';

export interface ScheduleList {
  id: number;
  day_type: DayType;
  /**
   * How often a tab was chosen before. Each choice is a list of its own that begins at offset 0, so an answer that
   * comes late belongs to its own list and never to the one that is shown.
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

/** Reads a list, its first page at once. */
export function useScheduleList(list: ScheduleList) {
  return scheduleApi.endpoints.schedulePages.useInfiniteQuery(list);
}

/** The list that a schedule page opens with. */
export function firstList(id: number): ScheduleList {
  return { id, day_type: '', turn: 0 };
}

/** The batches of all loaded pages by start date, each once: lists move between two reads. */
export function batchesOf(pages: readonly CourseSchedule[]): Batch[] {
  const byId = new Map(pages.flatMap((page) => page.course_schedule).map((batch) => [batch.id, batch]));
  return [...byId.values()].sort(
    (a, b) => a.start_date.localeCompare(b.start_date) || a.start_time.localeCompare(b.start_time),
  );
}
