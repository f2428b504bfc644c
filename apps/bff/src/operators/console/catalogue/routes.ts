import {
  type CataloguePage,
  type CatalogueSchedule,
  type CourseChoice,
  cataloguePage,
  catalogueSchedule,
  courseChoice,
} from '@meridian/contracts/operators/console/desk';
import { z } from 'zod';
import { ScheduleError } from '../../../enrolment/seats/schedule-pages.ts';
import { readContentFaults } from '../../../partners/upstream/content-faults.ts';
import type { UpstreamClient } from '../../../partners/upstream/upstream-client.ts';
import { HttpProblem } from '../../../platform/http/problems/errors.ts';
import { isRemoteError } from '../../../platform/remote/remote-error.ts';
import { countListeners } from '../../../site/purge/purge-channel.ts';
import { route } from '../server/route.ts';
import { readCatalogue, readCourseChoices, readSchedule } from './read-catalogue.ts';

/** @throws HttpProblem if the upstream does not return a valid response */
async function orUnavailable<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  try {
    return await read();
  } catch (error) {
    if (!(isRemoteError(error, 'upstream') || error instanceof ScheduleError)) throw error;
    throw new HttpProblem(502, `The upstream: ${error.message}`, { cause: error });
  }
}

/**
 * @returns undefined if the upstream does not report faults, or has no valid response, which another part of
 * the page shows
 */
async function readReportedFaults(upstream: Pick<UpstreamClient, 'readOptional'>) {
  try {
    return await readContentFaults(upstream);
  } catch (error) {
    if (!isRemoteError(error, 'upstream')) throw error;
    return undefined;
  }
}

export const catalogueRoutes = [
  route({
    method: 'GET',
    path: '/catalogue',
    access: 'viewer',
    answer: cataloguePage,
    async handle({ deps }): Promise<CataloguePage> {
      const [read, faults, servers] = await Promise.all([
        readCatalogue(deps.upstream),
        readReportedFaults(deps.upstream),
        countListeners(deps.database),
      ]);
      return { ...read, content_faults: faults ?? null, servers };
    },
  }),
  route({
    method: 'GET',
    path: '/catalogue/courses',
    access: 'viewer',
    answer: courseChoice.array(),
    handle: ({ deps }): Promise<CourseChoice[]> => orUnavailable(() => readCourseChoices(deps.upstream)),
  }),
  route({
    method: 'GET',
    path: '/catalogue/schedule',
    access: 'viewer',
    answer: catalogueSchedule,
    query: z.object({ slug: z.string().min(1).max(200) }),
    async handle({ deps, query }): Promise<CatalogueSchedule> {
      const schedule = await orUnavailable(() => readSchedule(deps.upstream, query.slug, deps.now()));
      if (schedule) return schedule;
      throw new HttpProblem(404, 'The upstream does not know this course.');
    },
  }),
];
