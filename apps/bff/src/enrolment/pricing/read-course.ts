/** The current batches of a course in the upstream. */

import { success } from '@meridian/contracts/envelope';
import { readDay } from '@meridian/contracts/india-time';
import { courseMenu } from '@meridian/contracts/site/courses/menu';
import type { UpstreamClient } from '../../partners/upstream/upstream-client.ts';
import type { SoldBatch } from '../orders/store/order-tables.ts';
import { schedulePages } from '../seats/schedule-pages.ts';
import { soldBatchOf } from './offer.ts';

type Upstream = Pick<UpstreamClient, 'read'>;

export interface ReadCourse {
  /** Null: it exists, but its first day cannot be parsed. */
  batches: ReadonlyMap<number, SoldBatch | null>;
  /** A batch that is not among them is not there. False for anything short of a whole answer. */
  isComplete: boolean;
}

/**
 * A course without a schedule may be gone, or its answer a fault of the upstream: it is gone if the menu, asked as
 * well, has other courses and none of this name.
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
 * Read twice if a batch is missing: pages of a schedule that changes meanwhile may leave it out.
 * @throws RemoteError, ScheduleError if the upstream does not answer, or not with a schedule
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
