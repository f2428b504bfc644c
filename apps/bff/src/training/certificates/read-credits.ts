import { success } from '@meridian/contracts/envelope';
import { courseDetails } from '@meridian/contracts/site/courses/course';
import { courseSchedule } from '@meridian/contracts/site/schedule/schedule';
import type { Credits } from '@meridian/contracts/training/credits';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { readClass } from '../classes/read-class.ts';

/** The upstream's calls that this file uses. */
export interface CourseReads {
  read(
    name: 'course_schedule',
    request: { id: number; day_type: ''; offset: number },
  ): Promise<{ status: number; data?: unknown }>;
  read(name: 'course_details', request: { seo_slug: string }): Promise<{ status: number; data?: unknown }>;
}

/**
 * @returns the current credits of a batch's course at the upstream; none if the upstream no longer has the
 * course
 * @throws RemoteError if the upstream does not answer
 */
export async function readCredits(
  { database, upstream }: { database: Kysely<Database>; upstream: CourseReads },
  batchId: number,
): Promise<Credits> {
  const none = { pdus: null, seus: null };
  const { batch } = await readClass(database, batchId);
  if (!batch) return none;
  // The schedule is read by the course's id and contains the slug, by which the course is read.
  const scheduled = await upstream.read('course_schedule', { id: batch.course_id, day_type: '', offset: 0 });
  const schedule = courseSchedule.data.safeParse(scheduled.data).data;
  if (scheduled.status !== success || !schedule?.seo_slug) return none;
  const read = await upstream.read('course_details', { seo_slug: schedule.seo_slug });
  const course = courseDetails.data.safeParse(read.data).data;
  if (read.status !== success || !course) return none;
  return { pdus: course.pdus, seus: course.seus };
}
