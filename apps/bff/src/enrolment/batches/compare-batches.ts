/** Compares sold batches with the upstream until they begin, and opens a case for each batch that differs. */
import { dayInIndia } from '@meridian/contracts/india-time';
import type { FastifyBaseLogger } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { createBatchEditor } from '../../partners/upstream/batch-editor.ts';
import type { UpstreamClient } from '../../partners/upstream/upstream-client.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { isRemoteError } from '../../platform/remote/remote-error.ts';
import { orderBatch, type SoldBatch } from '../orders/store/order-tables.ts';
import { type ReadCourse, readSurely } from '../pricing/read-course.ts';
import { ScheduleError } from '../seats/schedule-pages.ts';
import { closeFinding, closeFinished, openChange } from './batch-changes.ts';
import { differencesOf } from './batch-terms.ts';
import { adoptJoining } from './joining.ts';
import { hasSeats } from './orders-of-batch.ts';
import { snapshotOf } from './planning/apply-edits.ts';

export interface CompareDependencies {
  database: Kysely<Database>;
  jobs: Pick<Jobs, 'enqueue'>;
  upstream: Pick<UpstreamClient, 'read' | 'readOptional' | 'submitOptional'>;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  now: () => Date;
}

export interface Comparison {
  /** Number of batches compared. */
  compared: number;
  /** Number of batches that could not be read from the upstream. */
  unread: number;
  /** Number of new findings. */
  opened: number;
  /** Number of findings that no longer apply. */
  over: number;
}

/**
 * @returns the snapshots, in orders, of batches that begin after `today`; orders made on different days may
 * have different snapshots of one batch
 */
export async function readSold(database: Kysely<Database>, today: string): Promise<SoldBatch[]> {
  const rows = await database
    .selectFrom('orders')
    .select('batch')
    .where(hasSeats)
    .where(sql<string>`batch ->> 'start_date'`, '>', today)
    .groupBy('batch')
    .execute();
  // An unreadable snapshot is reported only where its order is read.
  return rows.flatMap(({ batch }) => orderBatch.tryParse(batch) ?? []);
}

async function compareBatch(
  deps: CompareDependencies,
  sold: readonly SoldBatch[],
  read: ReadCourse,
): Promise<Omit<Comparison, 'unread'> | 'unread'> {
  const [first] = sold;
  if (!first) return 'unread';
  const { course_schedule_id: batchId } = first;
  const current = read.batches.get(batchId);
  if (current === null || (current === undefined && !read.isComplete)) return 'unread';
  // The batch may begin during this run, and upstreams list only future batches.
  const today = dayInIndia(deps.now());
  if (!current && sold.every(({ start_date: start }) => start <= today)) return 'unread';
  const found = sold.find((batch) => !current || differencesOf(batch, current).length > 0);
  const result = { compared: 1, opened: 0, over: 0 };
  if (found) return { ...result, ...(await openChange(deps, found, current ?? null)) };
  result.over = await closeFinding(deps, batchId);
  // Joining instructions of a batch that differs wait for the operator's decision.
  if (current?.joining !== undefined) await adoptJoining(deps, current);
  return result;
}

/**
 * Adds batches that are not on sale. No schedule lists such batches, although they take place. Only an
 * upstream that supports editing returns them.
 */
async function withOffSale(
  upstream: CompareDependencies['upstream'],
  read: ReadCourse,
  byBatch: ReadonlyMap<number, readonly SoldBatch[]>,
): Promise<ReadCourse> {
  const missing = [...byBatch.keys()].filter((id) => !read.batches.has(id));
  if (missing.length === 0 || !read.isComplete) return read;
  const listed = await createBatchEditor(upstream).list({ ids: missing });
  const offSale = (listed?.batches ?? []).flatMap((batch): [number, SoldBatch][] => {
    const [sold] = byBatch.get(batch.id) ?? [];
    return sold ? [[batch.id, snapshotOf(sold, batch)]] : [];
  });
  return { ...read, batches: new Map([...read.batches, ...offSale]) };
}

async function compareCourse(
  deps: CompareDependencies,
  courseId: number,
  sold: readonly SoldBatch[],
): Promise<Comparison> {
  const [first] = sold;
  if (!first) return { compared: 0, unread: 0, opened: 0, over: 0 };
  const byBatch = Map.groupBy(sold, ({ course_schedule_id: id }) => id);
  const result: Comparison = { compared: 0, unread: 0, opened: 0, over: 0 };
  try {
    const onSale = await readSurely(deps.upstream, first, [...byBatch.keys()]);
    const read = await withOffSale(deps.upstream, onSale, byBatch);
    for (const snapshots of byBatch.values()) {
      const compared = await compareBatch(deps, snapshots, read);
      if (compared === 'unread') result.unread += 1;
      else for (const name of ['compared', 'opened', 'over'] as const) result[name] += compared[name];
    }
    if (result.unread > 0) deps.log.warn({ courseId }, 'a schedule could not be compared in full');
  } catch (error) {
    if (!(isRemoteError(error, 'upstream') || error instanceof ScheduleError)) throw error;
    deps.log.warn({ courseId, code: error.code }, 'a schedule could not be compared');
    result.unread = byBatch.size;
  }
  return result;
}

/**
 * Runs one comparison. Safe to repeat and to run concurrently. An upstream that does not answer changes
 * nothing.
 *
 * @param onCourse called after each course with the result so far
 */
export async function compareBatches(
  deps: CompareDependencies,
  onCourse?: (result: Comparison) => Promise<void>,
): Promise<Comparison> {
  const sold = await readSold(deps.database, dayInIndia(deps.now()));
  const total: Comparison = { compared: 0, unread: 0, opened: 0, over: 0 };
  for (const [courseId, batches] of Map.groupBy(sold, ({ course_id: id }) => id)) {
    const result = await compareCourse(deps, courseId, batches);
    for (const name of ['compared', 'unread', 'opened', 'over'] as const) total[name] += result[name];
    await onCourse?.(total);
  }
  await closeFinished(deps.database);
  return total;
}
