import { dayInIndia } from '@meridian/contracts/india-time';
import { readClock } from '../../platform/database/clock.ts';
import { isRemoteError } from '../../platform/remote/remote-error.ts';
import type { SoldBatch } from '../orders/store/order-tables.ts';
import { readSurely } from '../pricing/read-course.ts';
import { ScheduleError } from '../seats/schedule-pages.ts';
import type { BookingServices } from './booking-services.ts';

/**
 * True if the upstream returns the whole schedule of the course without this batch, and the batch has not
 * begun. If the schedule is incomplete or cannot be read, the result is false, and an operator decides.
 */
export async function isBatchGone(
  { database, upstream, log }: Pick<BookingServices, 'database' | 'upstream' | 'log'>,
  batch: SoldBatch,
): Promise<boolean> {
  const { course_id: courseId, course_schedule_id: batchId, start_date: start } = batch;
  try {
    const { batches, isComplete } = await readSurely(upstream, batch, [batchId]);
    // Upstreams list only future batches.
    return isComplete && !batches.has(batchId) && start > dayInIndia(await readClock(database));
  } catch (error) {
    if (!(isRemoteError(error, 'upstream') || error instanceof ScheduleError)) throw error;
    log.warn({ courseId, code: error.code }, 'the schedule of a refused booking could not be read');
    return false;
  }
}
