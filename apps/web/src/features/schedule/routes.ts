import { refusedQuery } from '../../api/refused-query.ts';
import { queryOf } from '../../api/route-query.ts';
import { lazyScreen } from '../../routing/lazy-screen.tsx';
import type { Route } from '../../routing/route.ts';
import { firstList, scheduleApi } from './api.ts';
import { courseIdOf } from './course-id.ts';

const { schedulePages } = scheduleApi.endpoints;

export const scheduleRoutes: readonly Route[] = [
  {
    path: '/view-schedule/:courseId',
    bodyClass: 'schedule-page',
    screen: lazyScreen(
      'features/schedule/schedule-screen.tsx',
      async () => (await import('./schedule-screen.tsx')).ScheduleScreen,
    ),
    queries: ({ courseId }) => {
      const id = courseIdOf(courseId);
      if (id === undefined) return [refusedQuery];
      return [queryOf(schedulePages.initiate(firstList(id), { subscribe: false }), { primary: true })];
    },
  },
];
