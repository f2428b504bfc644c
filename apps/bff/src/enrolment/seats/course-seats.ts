/** The number of seats left in a course's batches, at most a few seconds old. */
import type { BatchSeats, SeatsData } from '@meridian/contracts/site/schedule/seats';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { UpstreamClient } from '../../partners/upstream/upstream-client.ts';
import { readClock } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { noSeats, type SeatLedger } from './check-seats.ts';
import { freeSeats } from './free-seats.ts';
import { schedulePages } from './schedule-pages.ts';

/** Numbers of seats that were read longer ago are not served. */
const maxAgeMs = 5_000;
/**
 * How long requests share a read, counted from its start. The rest of `maxAgeMs` is left for a read in
 * progress.
 */
const sharedMs = 3_000;
const maxCourses = 1_000;

/** The read took longer than `maxAgeMs`, so its numbers are too old. */
export class SeatsTooOldError extends Error {
  readonly code = 'seats_too_old';
  readonly retry = true;
}

export interface CourseSeats {
  /** @returns true if the next `read` is answered from the cache */
  isKnown(courseId: number): boolean;
  /**
   * @returns the free seats of the batches whose seats the upstream counts; undefined if the upstream does
   * not know the course
   * @throws RemoteError, ScheduleError if the schedule cannot be read; SeatsTooOldError if the read takes
   * longer than 5 seconds
   */
  read(courseId: number): Promise<SeatsData | undefined>;
}

interface Deps {
  database: Kysely<Database>;
  upstream: Pick<UpstreamClient, 'read'>;
  ledger: SeatLedger;
}

async function readCourse({ database, upstream, ledger }: Deps, courseId: number) {
  const readAt = await readClock(database);
  let isKnown = false;
  const batches = new Map<number, BatchSeats>();
  for await (const page of schedulePages(upstream, courseId)) {
    isKnown = true;
    for (const batch of page.course_schedule) batches.set(batch.id, batch);
  }
  if (!isKnown) return undefined;
  const ours = await ledger.count(database, [...batches.keys()], readAt);
  const seats = [...batches].flatMap(([id, batch]) => {
    const free = freeSeats(batch, ours.get(id) ?? noSeats);
    return free === undefined ? [] : [{ course_schedule_id: id, seats_left: free }];
  });
  return { seats };
}

/** Single flight per course: a read is shared while it is in progress and for a short time afterwards. */
export function createCourseSeats(deps: Deps): CourseSeats {
  const reads = new LRUCache<number, { begunMs: number; answer: Promise<SeatsData | undefined> }>({
    max: maxCourses,
    ttl: sharedMs,
  });
  return {
    isKnown: (courseId) => reads.has(courseId),
    async read(courseId) {
      let read = reads.get(courseId);
      if (!read) {
        read = { begunMs: performance.now(), answer: readCourse(deps, courseId) };
        // Failures are shared too. This limits the requests to an upstream that is down.
        reads.set(courseId, read);
      }
      const seats = await read.answer;
      if (performance.now() - read.begunMs > maxAgeMs) throw new SeatsTooOldError('the seats are too old');
      return seats;
    },
  };
}
