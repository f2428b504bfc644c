import { lazyScreen } from '../../routing/lazy-screen.tsx';
import type { Route } from '../../routing/route.ts';

export const scheduleRoutes: readonly Route[] = [
  {
    path: '/view-schedule/:courseId',
    bodyClass: 'schedule-page',
    screen: lazyScreen(
      'features/schedule/schedule-screen.tsx',
      async () => (await import('./schedule-screen.tsx')).ScheduleScreen,
    ),
  },
];
