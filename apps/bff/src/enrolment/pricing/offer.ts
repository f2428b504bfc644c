/** The offer: a batch and its price, read from the upstream at the time of the sale. */
import { paiseOf, seatFee } from '@meridian/contracts/enrolment/pricing';
import { dayInIndia, readDay } from '@meridian/contracts/india-time';
import { type BatchOnSale, type BatchSeats, batchSeats } from '@meridian/contracts/site/schedule/seats';
import type { UpstreamClient } from '../../partners/upstream/upstream-client.ts';
import { invalidField, Refusal } from '../../platform/refusal.ts';
import type { SoldBatch } from '../orders/store/order-tables.ts';
import { schedulePages } from '../seats/schedule-pages.ts';

export interface Offer {
  batch: SoldBatch;
  /** Slug of the course's category. */
  category: string;
  unitPaise: number;
  seats: BatchSeats;
}

const notSold = (message: string) => invalidField('batch_not_sold', 'course_schedule_id', message);

const scheduleRefused =
  'The dates of this course cannot be read at the moment. Nothing was charged. Please try again in a moment, or contact us.';

interface FoundBatch {
  courseName: string;
  category: string;
  batch: BatchOnSale;
}

/**
 * Searches a course's schedule for a batch, uncached, page by page.
 *
 * @returns the batch; `no_course` if the upstream refuses the schedule, for example of an unknown course;
 * `no_batch` if the pages that the upstream sends do not list the batch
 * @throws RemoteError if the upstream does not answer; ScheduleError if its answer is invalid or endless
 */
async function findBatch(
  upstream: Pick<UpstreamClient, 'read'>,
  courseId: number,
  batchId: number,
): Promise<FoundBatch | 'no_course' | 'no_batch'> {
  let isKnown = false;
  for await (const page of schedulePages(upstream, courseId)) {
    isKnown = true;
    const batch = page.course_schedule.find((candidate) => candidate.id === batchId);
    if (batch) return { courseName: page.name, category: page.category_seo_slug, batch };
  }
  return isKnown ? 'no_batch' : 'no_course';
}

/**
 * @returns the current seats of a batch; an empty object if the schedule does not list the batch
 * @throws RemoteError, ScheduleError if the schedule cannot be read
 */
export async function readSeats(
  upstream: Pick<UpstreamClient, 'read'>,
  { courseId, batchId }: { courseId: number; batchId: number },
): Promise<BatchSeats> {
  const found = await findBatch(upstream, courseId, batchId);
  return typeof found === 'string' ? {} : batchSeats.parse(found.batch);
}

/** @returns the snapshot of a batch that is stored with an order */
export function soldBatchOf(
  courseId: number,
  courseName: string,
  batch: BatchOnSale,
  startDay: string,
): SoldBatch {
  const { mode, venue_state: state, city, sessions, joining } = batch;
  return {
    course_id: courseId,
    course_name: courseName,
    course_schedule_id: batch.id,
    start_date: startDay,
    end_date: readDay(batch.end_date) ?? startDay,
    start_time: batch.start_time,
    end_time: batch.end_time,
    day_type: batch.day_type,
    time_type: batch.time_type,
    online_class_room: batch.online_class_room,
    instructor_name: batch.instructor_name,
    ...(mode && { mode }),
    ...(state && { venue_state: state }),
    ...(city && { city }),
    ...(sessions && { sessions }),
    ...(joining && { joining }),
  };
}

/**
 * Applies the server's price rules (specification, section 9, and the security checklist). The fee is the
 * upstream's. A batch is not sold if its first day or its fee is unreadable, if its fee is zero, or if it
 * begins today or earlier.
 *
 * @returns the batch with the price of one seat in paise
 * @throws Refusal `invalid` if the batch is not sold, `partner_unavailable` if the upstream refuses the
 * schedule
 * @throws RemoteError, ScheduleError if the schedule cannot be read
 */
export async function readOffer(
  upstream: Pick<UpstreamClient, 'read'>,
  requested: { courseId: number; batchId: number },
  now: Date,
): Promise<Offer> {
  const found = await findBatch(upstream, requested.courseId, requested.batchId);
  // The upstream may have removed the course, or refuse for another reason. Both get the same answer.
  if (found === 'no_course') throw new Refusal('partner_unavailable', 'schedule_refused', scheduleRefused);
  if (found === 'no_batch') throw notSold('This batch is no longer available. Please choose another one.');
  const { batch, courseName, category } = found;
  const startDay = readDay(batch.start_date);
  if (startDay === null) throw notSold('The date of this batch is not fixed yet. Please contact us.');
  if (startDay <= dayInIndia(now))
    throw notSold('Enrolment in this batch has closed. Please choose another one.');
  const fee = seatFee(batch);
  if (fee === null || fee === 0) throw notSold('The fee of this batch is not fixed yet. Please contact us.');
  const sold = soldBatchOf(requested.courseId, courseName, batch, startDay);
  return {
    batch: sold,
    category,
    unitPaise: paiseOf(fee),
    seats: batchSeats.parse(batch),
  };
}
