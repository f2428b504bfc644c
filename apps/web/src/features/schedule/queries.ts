import { refusedQuery } from '../../api/refused-query.ts';
import { queryOf } from '../../api/route-query.ts';
import type { Queries } from '../../routing/route.ts';
import { firstList, scheduleApi } from './api.ts';
import { courseIdOf } from './course-id.ts';

const { schedulePages } = scheduleApi.endpoints;

export const scheduleQueries: Queries = {
  '/view-schedule/:courseId': ({ courseId }) => {
    const id = courseIdOf(courseId);
    if (id === undefined) return [refusedQuery];
    return [queryOf(schedulePages, firstList(id), { primary: true })];
  },
};
