/** Closes the sale of batches that operators called off, even if the upstream still lists them. */
import type { Envelope } from '@meridian/contracts/envelope';
import type { UpstreamClient } from './upstream-client.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isClosed = (batch: unknown, ids: ReadonlySet<number>) => isRecord(batch) && ids.has(Number(batch.id));

/**
 * Marks closed batches in a schedule, and removes them from a course. A schedule keeps its items, because
 * callers count them to request the next page.
 */
function marked(answer: Envelope, ids: ReadonlySet<number>): Envelope {
  if (!isRecord(answer.data)) return answer;
  const { course_schedule: schedule, upcoming_batches: upcoming, ...rest } = answer.data;
  const data: Record<string, unknown> = { ...rest };
  if (schedule !== undefined)
    data.course_schedule = Array.isArray(schedule)
      ? schedule.map((batch) => (isClosed(batch, ids) ? { ...batch, is_closed: true } : batch))
      : schedule;
  if (upcoming !== undefined)
    data.upcoming_batches = Array.isArray(upcoming)
      ? upcoming.filter((batch) => !isClosed(batch, ids))
      : upcoming;
  return { ...answer, data };
}

/** @returns a client that marks closed batches in schedules and removes them from courses */
export function withClosedBatches(
  client: UpstreamClient,
  readClosed: () => Promise<ReadonlySet<number>>,
): UpstreamClient {
  return {
    ...client,
    async read(name, request) {
      const answer = await client.read(name, request);
      if (name !== 'course_schedule' && name !== 'course_details') return answer;
      const ids = await readClosed();
      return ids.size === 0 ? answer : marked(answer, ids);
    },
  };
}

/**
 * Removes the closed batches from a page of a schedule.
 * @param droppedBefore number of closed batches on earlier pages, which the total counts too
 * @returns the page without closed batches, and the number removed
 */
export function openBatches(data: unknown, droppedBefore = 0): { data: unknown; dropped: number } {
  if (!isRecord(data) || !Array.isArray(data.course_schedule)) return { data, dropped: 0 };
  const open = data.course_schedule.filter((batch) => !(isRecord(batch) && batch.is_closed === true));
  const dropped = data.course_schedule.length - open.length;
  if (dropped + droppedBefore === 0) return { data, dropped };
  const total = Number(data.total_schedule);
  return {
    data: {
      ...data,
      course_schedule: open,
      ...(Number.isFinite(total) && { total_schedule: Math.max(0, total - dropped - droppedBefore) }),
    },
    dropped,
  };
}
