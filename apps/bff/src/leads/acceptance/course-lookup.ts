import { type Envelope, success } from '@meridian/contracts/envelope';
import { courseSchedule } from '@meridian/contracts/site/schedule/schedule';
import { LRUCache } from 'lru-cache';

/** A course in the catalogue. */
export interface KnownCourse {
  name: string;
  /** Path of the course page. */
  path: string;
}

/** Never throws; undefined if the course is unknown, or if the lookup fails, times out or is skipped. */
export type FindCourse = (courseId: number) => Promise<KnownCourse | undefined>;

export interface CourseLookupOptions {
  upstream: {
    read(name: 'course_schedule', request: { id: number; day_type: ''; offset: number }): Promise<Envelope>;
  };
  /** Max time in ms that a lead waits for the lookup. */
  waitMs?: number;
}

const hourMs = 60 * 60 * 1_000;
const unknownMs = 60_000;
/** After a failure or timeout, lookups are skipped for this long. */
const pauseMs = 10_000;

const namesOfCourse = courseSchedule.data.pick({ name: true, category_seo_slug: true, seo_slug: true });

/** @returns undefined for an unknown course id or an unexpected answer */
function courseOf(answer: Envelope): KnownCourse | undefined {
  const { data } = namesOfCourse.safeParse(answer.data);
  if (answer.status !== success || !data?.name) return undefined;
  const { name, category_seo_slug, seo_slug } = data;
  return { name, path: category_seo_slug && seo_slug ? `/${category_seo_slug}/${seo_slug}` : '' };
}

/**
 * Looks up courses by id through the schedule call, the only call that returns the name of a course by its
 * id. Has its own cache, because workers have no catalogue. After a timeout or an error, lookups pause for 10
 * seconds: an upstream that does not answer delays only leads that arrive between pauses.
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
      // The name is optional; the upstream client counts the failure.
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
