/** Compares the seats of sold batches with the upstream's schedule until the batches begin. */
import { formatDay } from '@meridian/contracts/format-time';
import { dayInIndia } from '@meridian/contracts/india-time';
import type { BatchSeats } from '@meridian/contracts/site/schedule/seats';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { UpstreamClient } from '../../../partners/upstream/upstream-client.ts';
import { readClock } from '../../../platform/database/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { isRemoteError } from '../../../platform/remote/remote-error.ts';
import { readSold } from '../../batches/compare-batches.ts';
import type { SoldBatch } from '../../orders/store/order-tables.ts';
import { noSeats } from '../../seats/check-seats.ts';
import { ScheduleError, schedulePages } from '../../seats/schedule-pages.ts';
import { takenSeats } from '../../seats/taken-seats.ts';
import type { Compared, Difference } from './difference-store.ts';

export interface SeatDependencies {
  database: Kysely<Database>;
  upstream: Pick<UpstreamClient, 'read'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
  now: () => Date;
}

/**
 * @returns the seats that the upstream has sold over all channels; undefined if it does not count seats, or
 * has none left and so may be overbooked
 */
function soldThere({ seats_total: total, seats_left: left }: BatchSeats): number | undefined {
  if (total === undefined || left === undefined || left === 0 || left > total) return undefined;
  return total - left;
}

const seatsText = (seats: number) => (seats === 1 ? '1 seat' : `${seats} seats`);

async function compareCourse(
  { database, upstream }: SeatDependencies,
  courseId: number,
  sold: ReadonlyMap<number, SoldBatch>,
): Promise<Difference[]> {
  const readAt = await readClock(database);
  const found: Difference[] = [];
  const seatsThere = new Map<number, BatchSeats>();
  for await (const page of schedulePages(upstream, courseId))
    for (const batch of page.course_schedule) seatsThere.set(batch.id, batch);
  const taken = await takenSeats.count(database, [...sold.keys()], readAt);
  for (const [batchId, { course_name: course, start_date: start }] of sold) {
    const theirs = soldThere(seatsThere.get(batchId) ?? {});
    const { all, unknown } = taken.get(batchId) ?? noSeats;
    // Seats that the upstream had confirmed before the read. If the upstream sold more seats, other channels
    // sold the rest.
    const ours = all - unknown;
    if (theirs === undefined || ours <= theirs) continue;
    found.push({
      kind: 'batch_seats',
      subject: String(batchId),
      title: `Batch of ${course}, ${formatDay(start)}`,
      orderId: null,
      batchId,
      ours: `Here: ${seatsText(ours)}`,
      theirs: `Upstream: ${seatsText(theirs)}`,
    });
  }
  return found;
}

/**
 * Compares all sold batches. Leaves out courses whose schedule cannot be read, and batches whose seats the
 * upstream does not count.
 */
export async function compareSeats(deps: SeatDependencies): Promise<Compared> {
  const sold = await readSold(deps.database, dayInIndia(deps.now()));
  const found: Difference[] = [];
  const unknown: string[] = [];
  for (const [courseId, snapshots] of Map.groupBy(sold, ({ course_id: id }) => id)) {
    const batches = new Map(snapshots.map((batch) => [batch.course_schedule_id, batch]));
    try {
      found.push(...(await compareCourse(deps, courseId, batches)));
    } catch (error) {
      if (!(isRemoteError(error, 'upstream') || error instanceof ScheduleError)) throw error;
      deps.log.warn({ courseId, code: error.code }, 'the seats of a course could not be compared');
      unknown.push(...[...batches.keys()].map(String));
    }
  }
  return { found, unknown };
}
