import { z } from 'zod';
import { count, id, text } from '../../lenient.ts';
import { offset, requestId } from '../../requests.ts';
import { batches } from './batch.ts';

/** Values of the filter `day_type`, one for each tab of the schedule. */
const dayTypes = ['', 'weekday', 'weekend'] as const;
export type DayType = (typeof dayTypes)[number];

export const courseSchedule = {
  request: z.object({
    id: requestId,
    day_type: z.preprocess((value) => value ?? '', z.enum(dayTypes)),
    offset,
  }),
  data: z.object({
    id,
    name: text,
    category_seo_slug: text,
    seo_slug: text,
    total_schedule: count,
    course_schedule: batches,
  }),
};
export type CourseSchedule = z.infer<typeof courseSchedule.data>;
