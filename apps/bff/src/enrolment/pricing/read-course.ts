/** Reads the current batches of a course from the upstream. */

import { success } from '@meridian/contracts/envelope';
import { readDay } from '@meridian/contracts/india-time';
import { courseMenu } from '@meridian/contracts/site/courses/menu';
import type { UpstreamClient } from '../../partners/upstream/upstream-client.ts';
import type { SoldBatch } from '../orders/store/order-tables.ts';
import { schedulePages } from '../seats/schedule-pages.ts';
import { soldBatchOf } from './offer.ts';

type Upstream = Pick<UpstreamClient, 'read'>;

export interface ReadCourse {
  /** Null for a batch whose first day cannot be parsed. */
  batches: ReadonlyMap<number, SoldBatch | null>;
  /** True if the whole schedule was read: a batch that is not in `batches` then does not exist. */
  isComplete: boolean;
}

/**
 * Finds out whether a course without a schedule is gone, or the upstream has a fault.
 *
 * @returns true if the menu lists other courses, but none of this name
 */
async function isGone(upstream: Upstream, courseName: string): Promise<boolean> {
  const answer = await upstream.read('cat_course', {});
  const courses = answer.status === success ? courseMenu.data.safeParse(answer.data).data : undefined;
  return courses !== undefined && courses.length > 0 && courses.every(({ name }) => name !== courseName);
}

async function readCourse(
  upstream: Upstream,
  { course_id: courseId, course_name: courseName }: Pick<SoldBatch, 'course_id' | 'course_name'>,
): Promise<ReadCourse> {
  const batches = new Map<number, SoldBatch | null>();
  let total: number | undefined;
  for await (const page of schedulePages(upstream, courseId)) {
    total = page.total_schedule;
    for (const batch of page.course_schedule) {
      const startDay = readDay(batch.start_date);
      batches.set(batch.id, startDay === null ? null : soldBatchOf(courseId, page.name, batch, startDay));
    }
  }
  const isComplete = total === undefined ? await isGone(upstream, courseName) : batches.size >= total;
  return { batches, isComplete };
}

/**
 * Reads the batches of a course. If one of `batchIds` is missing from a complete schedule, reads the schedule
 * once more: if the schedule changes between two pages, the second page can skip a batch.
 *
 * @throws RemoteError, ScheduleError if the upstream does not answer, or its answer is not a schedule
 */
export async function readSurely(
  upstream: Upstream,
  course: Pick<SoldBatch, 'course_id' | 'course_name'>,
  batchIds: readonly number[],
): Promise<ReadCourse> {
  const first = await readCourse(upstream, course);
  if (batchIds.every((id) => first.batches.has(id)) || !first.isComplete) return first;
  const second = await readCourse(upstream, course);
  return { batches: new Map([...first.batches, ...second.batches]), isComplete: second.isComplete };
}
