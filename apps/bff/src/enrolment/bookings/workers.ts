import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Bookings } from './bookings.ts';

/** Starts the jobs that book orders and report changes of bookings. */
export async function startBookingWorkers(
  jobs: Pick<Jobs, 'work'>,
  bookings: Pick<Bookings, 'advance' | 'sendChanges'>,
): Promise<void> {
  await jobs.work('book-order', { batchSize: 5, concurrency: 2 }, (ids) => bookings.advance(ids));
  await jobs.work('change-booking', { batchSize: 5, concurrency: 1 }, (ids) => bookings.sendChanges(ids));
}
