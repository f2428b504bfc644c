/** How many seats of a course's batches are left, at most a few seconds old. */
import type { BatchSeats, SeatsData } from '@meridian/contracts/site/schedule/seats';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { UpstreamClient } from '../../partners/upstream/upstream-client.ts';
import { readClock } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { noSeats, type SeatLedger } from './check-seats.ts';
import { freeSeats } from './free-seats.ts';
import { schedulePages } from './schedule-pages.ts';

/** Older numbers of seats are not served. */
const maxAgeMs = 5_000;
/** How long a read is shared, counted from its start; the rest of `maxAgeMs` is for the read itself. */
const sharedMs = 3_000;
const maxCourses = 1_000;

/** The upstream took so long that its answer is too old. */
export class SeatsTooOldError extends Error {
  readonly code = 'seats_too_old';
  readonly retry = true;
}

export interface CourseSeats {
  /** True if the next `read` is answered from the cache. */
  isKnown(courseId: number): boolean;
  /**
   * @returns the counted batches; undefined if the upstream knows no such course
   * @throws RemoteError, ScheduleError, SeatsTooOldError if there is no answer of the last seconds
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

/** Single flight for each course: a read is shared while it is in progress and for a moment after. */
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
        // Failures are shared too, so that an upstream that is down is not asked by every visitor.
        reads.set(courseId, read);
      }
      const seats = await read.answer;
      if (performance.now() - read.begunMs > maxAgeMs) throw new SeatsTooOldError('the seats are too old');
      return seats;
    },
  };
}
