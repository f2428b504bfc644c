/** Reads the batches that waiting-list entries wait for, from the upstream without a cache. */
import { seatFee } from '@meridian/contracts/enrolment/pricing';
import { dayInIndia, readDay } from '@meridian/contracts/india-time';
import { type BatchOnSale, batchSeats } from '@meridian/contracts/site/schedule/seats';
import type { Kysely } from 'kysely';
import type { UpstreamClient } from '../../partners/upstream/upstream-client.ts';
import { readClock } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { SeatRead } from '../seats/check-seats.ts';
import { schedulePages } from '../seats/schedule-pages.ts';
import type { OfferedBatch } from './tables.ts';

export interface WaitedBatch {
  batch: OfferedBatch;
  read: SeatRead;
}

export interface ScheduleReader {
  database: Kysely<Database>;
  upstream: Pick<UpstreamClient, 'read'>;
  now: () => Date;
}

function waited(courseName: string, found: BatchOnSale, readAt: Date): WaitedBatch {
  const startDay = readDay(found.start_date) ?? '';
  return {
    batch: {
      course_name: courseName,
      start_date: startDay,
      end_date: readDay(found.end_date) ?? startDay,
      start_time: found.start_time,
      end_time: found.end_time,
      fee: seatFee(found),
    },
    read: { batchId: found.id, seats: batchSeats.parse(found), readAt },
  };
}

/**
 * @returns the batches of a course that begin after today, by id; undefined if the upstream does not know the
 * course
 * @throws RemoteError, ScheduleError if the schedule cannot be read
 */
export async function readBatches(
  { database, upstream, now }: ScheduleReader,
  courseId: number,
): Promise<Map<number, WaitedBatch> | undefined> {
  const readAt = await readClock(database);
  const today = dayInIndia(now());
  const batches = new Map<number, WaitedBatch>();
  let isKnown = false;
  for await (const page of schedulePages(upstream, courseId)) {
    isKnown = true;
    for (const found of page.course_schedule) {
      const startDay = readDay(found.start_date);
      if (startDay !== null && startDay > today) batches.set(found.id, waited(page.name, found, readAt));
    }
  }
  return isKnown ? batches : undefined;
}
