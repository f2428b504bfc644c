/** Reads a course's current schedule from the upstream, without a cache and page by page. */
import { success } from '@meridian/contracts/envelope';
import { scheduleOnSale } from '@meridian/contracts/site/schedule/seats';
import type { z } from 'zod';
import { openBatches } from '../../partners/upstream/closed-batches.ts';
import type { UpstreamClient } from '../../partners/upstream/upstream-client.ts';

/** The upstream's answer is not a schedule of this course, or its pages do not end. */
export class ScheduleError extends Error {
  readonly code = 'malformed';
  readonly retry = true;

  constructor(message: string, options: { cause?: unknown } = {}) {
    super(`course_schedule: ${message}`, options);
    this.name = 'ScheduleError';
  }
}

/** More pages than any course has. Ends the read if the upstream's pages do not end. */
const maxPages = 200;

/**
 * @returns the pages of the schedule up to the first page that the upstream refuses; none if, for example,
 * the upstream does not know the course
 * @throws RemoteError if the upstream does not answer; ScheduleError if its answer is invalid or its pages do
 * not end
 */
export async function* schedulePages(
  upstream: Pick<UpstreamClient, 'read'>,
  courseId: number,
): AsyncGenerator<z.output<typeof scheduleOnSale>, void, undefined> {
  const seen = new Set<number>();
  let dropped = 0;
  for (let page = 0; page < maxPages; page += 1) {
    const offset = seen.size + dropped;
    const answer = await upstream.read('course_schedule', { id: courseId, day_type: '', offset });
    if (answer.status !== success) return;
    const open = openBatches(answer.data, dropped);
    dropped += open.dropped;
    const parsed = scheduleOnSale.safeParse(open.data);
    if (!parsed.success) throw new ScheduleError('unexpected answer', { cause: parsed.error });
    const { id, course_schedule: batches, total_schedule: total } = parsed.data;
    if (id !== courseId) throw new ScheduleError('the schedule of another course');
    yield parsed.data;
    for (const { id: seenId } of batches) seen.add(seenId);
    // A page without new batches is the end of the schedule, or a page that the upstream repeats.
    if (seen.size + dropped === offset || (total > 0 && seen.size >= total)) return;
  }
  throw new ScheduleError('its pages do not end');
}
