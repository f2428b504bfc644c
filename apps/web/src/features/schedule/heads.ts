import type { Heads } from '../../routing/head.ts';
import { firstList, scheduleApi } from './api.ts';
import { courseIdOf } from './course-id.ts';

const { schedulePages } = scheduleApi.endpoints;

export const scheduleHeads: Heads = {
  '/view-schedule/:courseId': ({ state, params }) => {
    const id = courseIdOf(params.courseId);
    const course = id === undefined ? undefined : schedulePages.select(firstList(id))(state).data?.pages[0];
    const name = course?.name || 'Course';
    return {
      title: `${name}: Schedule and Fees`,
      description: `Upcoming batches of ${name}: dates, times in India, trainers and fees.`,
      canonical: `/view-schedule/${id ?? ''}`,
    };
  },
};
