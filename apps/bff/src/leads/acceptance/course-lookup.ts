import { type Envelope, success } from '@meridian/contracts/envelope';
import { courseSchedule } from '@meridian/contracts/schedule/schedule';
import { LRUCache } from 'lru-cache';

/** What the catalogue says of a course. */
export interface KnownCourse {
  name: string;
  /** Path of the course's page on this site. */
  path: string;
}

/** Never throws, and never takes long: undefined where the course is not known in time. */
export type FindCourse = (courseId: number) => Promise<KnownCourse | undefined>;

export interface CourseLookupOptions {
  upstream: {
    read(name: 'course_schedule', request: { id: number; day_type: ''; offset: number }): Promise<Envelope>;
  };
  /** A lead waits this long for the name of its course, and no longer. */
  waitMs?: number;
}

const hourMs = 60 * 60 * 1_000;
const unknownMs = 60_000;
/** After a call that failed or took too long no lead waits for so long. */
const pauseMs = 10_000;

const namesOfCourse = courseSchedule.data.pick({ name: true, category_seo_slug: true, seo_slug: true });

/** @returns undefined for an id that is none of the upstream's courses, or an answer that is no schedule */
function courseOf(answer: Envelope): KnownCourse | undefined {
  const { data } = namesOfCourse.safeParse(answer.data);
  if (answer.status !== success || !data?.name) return undefined;
  const { name, category_seo_slug, seo_slug } = data;
  return { name, path: category_seo_slug && seo_slug ? `/${category_seo_slug}/${seo_slug}` : '' };
}

/**
 * Courses by their ids, out of the schedule's call, the one that takes an id. With a cache of its own, so that it
 * works in every role of the server. An upstream that hangs delays one lead, and the next one after a pause.
 */
export function createCourseLookup(options: CourseLookupOptions): FindCourse {
  const { upstream, waitMs = 400 } = options;
  const known = new LRUCache<number, { course?: KnownCourse }>({ max: 2_000 });
  const flights = new Map<number, Promise<void>>();
  let pausedUntil = 0;

  const pause = () => {
    pausedUntil = Date.now() + pauseMs;
  };

  async function load(courseId: number): Promise<void> {
    try {
      const course = courseOf(
        await upstream.read('course_schedule', { id: courseId, day_type: '', offset: 0 }),
      );
      known.set(courseId, { course }, { ttl: course ? hourMs : unknownMs });
    } catch {
      // A lead without the name of its course is as good; the upstream's client counts the failure.
      pause();
    } finally {
      flights.delete(courseId);
    }
  }

  function flightOf(courseId: number): Promise<void> {
    const running = flights.get(courseId);
    if (running) return running;
    const flight = load(courseId);
    flights.set(courseId, flight);
    return flight;
  }

  async function waitFor(flight: Promise<void>): Promise<void> {
    const { promise: tooLate, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      pause();
      resolve();
    }, waitMs);
    await Promise.race([flight, tooLate]);
    clearTimeout(timer);
  }

  return async (courseId) => {
    if (!known.has(courseId) && Date.now() >= pausedUntil) await waitFor(flightOf(courseId));
    return known.get(courseId)?.course;
  };
}
