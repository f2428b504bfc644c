/** Reads the upstream's current content without caches, and finds faults in it. */
import { readSchemas } from '@meridian/contracts/call-schemas';
import type { ReadCallName } from '@meridian/contracts/calls';
import { seatFee } from '@meridian/contracts/enrolment/pricing';
import { success } from '@meridian/contracts/envelope';
import type {
  CatalogueCourse,
  CatalogueSchedule,
  CourseChoice,
  UpstreamCall,
} from '@meridian/contracts/operators/console/desk';
import { ScheduleError, schedulePages } from '../../../enrolment/seats/schedule-pages.ts';
import type { UpstreamClient } from '../../../partners/upstream/upstream-client.ts';
import { malformedAnswer } from '../../../partners/upstream/upstream-error.ts';
import { isRemoteError } from '../../../platform/remote/remote-error.ts';
import { batchFaults, courseFaults } from './faults.ts';

type Upstream = Pick<UpstreamClient, 'read'>;

/** Calls whose input is constant. */
const inputOfCall = {
  cat_course: {},
  course_category: {},
  home: {},
  header: {},
  blog: { offset: 0, search_val: '', category_id: 0 },
  blog_category: {},
  Resources: { resources_category_id: 0, search_val: '' },
  resources_category: {},
  customer_speak: {},
} as const;
type CheckedCall = keyof typeof inputOfCall;

interface Look {
  report: UpstreamCall;
  data: unknown;
}

const maxFaults = 3;

async function look(upstream: Upstream, call: CheckedCall): Promise<Look> {
  const startedMs = performance.now();
  const answer = (result: UpstreamCall['result'], detail: string, data?: unknown): Look => ({
    report: { call, result, detail, milliseconds: Math.round(performance.now() - startedMs) },
    data,
  });
  try {
    const envelope = await upstream.read(call as ReadCallName, inputOfCall[call] as never);
    if (envelope.status !== success) return answer('refused', envelope.message ?? '');
    const parsed = readSchemas[call].data.safeParse(envelope.data);
    if (parsed.success) {
      const { data } = parsed;
      return answer('ok', Array.isArray(data) ? `${data.length} items` : '', data);
    }
    const issues = parsed.error.issues.slice(0, maxFaults);
    return answer(
      'malformed',
      issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`).join('; '),
    );
  } catch (error) {
    if (!isRemoteError(error, 'upstream')) throw error;
    return answer(error.code === 'malformed' ? 'malformed' : 'away', error.message);
  }
}

function coursesOf(data: unknown): CatalogueCourse[] {
  const menu = readSchemas.cat_course.data.safeParse(data);
  if (!menu.success) return [];
  const known = new Map<string, number>();
  for (const { seo_slug: slug } of menu.data) known.set(slug, (known.get(slug) ?? 0) + 1);
  return menu.data.map((course) => ({
    name: course.name,
    slug: course.seo_slug,
    category: course.category_name,
    faults: courseFaults(course, known),
  }));
}

/** @returns the courses of the site's menu @throws RemoteError */
export async function readCourseChoices(upstream: Upstream): Promise<CourseChoice[]> {
  const answer = await upstream.read('cat_course', {});
  const menu = readSchemas.cat_course.data.safeParse(answer.data);
  if (!menu.success) throw malformedAnswer('cat_course', menu.error);
  return menu.data.map((course) => ({
    name: course.name,
    slug: course.seo_slug,
    category: { name: course.category_name, slug: course.category_seo_slug },
  }));
}

/** @returns each call with its result, and the courses */
export async function readCatalogue(
  upstream: Upstream,
): Promise<{ calls: UpstreamCall[]; courses: CatalogueCourse[] }> {
  const results = await Promise.all(
    (Object.keys(inputOfCall) as CheckedCall[]).map((call) => look(upstream, call)),
  );
  const menu = results.find(({ report }) => report.call === 'cat_course');
  return { calls: results.map(({ report }) => report), courses: coursesOf(menu?.data) };
}

/**
 * @param slug slug of a course
 * @returns the batches of the course; undefined for an unknown course
 * @throws RemoteError, ScheduleError
 */
export async function readSchedule(
  upstream: Upstream,
  slug: string,
  now: Date,
): Promise<CatalogueSchedule | undefined> {
  const answer = await upstream.read('course_details', { seo_slug: slug });
  if (answer.status !== success) return undefined;
  const details = readSchemas.course_details.data.safeParse(answer.data);
  if (!details.success)
    throw new ScheduleError('the details of the course cannot be used', { cause: details.error });
  const { id, name } = details.data;
  const batches: CatalogueSchedule['batches'] = [];
  for await (const page of schedulePages(upstream, id))
    for (const batch of page.course_schedule)
      batches.push({
        id: batch.id,
        start_date: batch.start_date,
        end_date: batch.end_date,
        fee: seatFee(batch),
        seats_total: batch.seats_total ?? null,
        seats_left: batch.seats_left ?? null,
        faults: batchFaults(batch, now),
      });
  return { id, name, batches, faults: batches.length === 0 ? ['has no batch: nobody can buy it'] : [] };
}
