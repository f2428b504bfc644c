/**
 * Keeps in memory the batches that are on sale and have not ended, so that a read queries only the booked
 * seats.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { Content } from '../content/content.ts';
import type { Database } from '../database/database.ts';
import { compareBatches, type ScheduledBatch, scheduledBatch } from './batch.ts';
import { dateOf } from './calendar.ts';
import { readRevision } from './revision.ts';
import { createFromRules } from './rules.ts';

type Log = Pick<FastifyBaseLogger, 'warn' | 'info'>;

export interface BatchCatalogue {
  /** Returns batches of a course that are on sale and start after today, sorted by date, time and id. */
  upcoming: (courseId: number) => readonly ScheduledBatch[];
  /** Reads changes from the database. */
  refresh: () => Promise<void>;
  /** Creates the next batches of the rules if the content or the date has changed, and reads all changes. */
  createNext: () => Promise<void>;
  /** Calls `createNext` every second, to apply changes of other processes, the content and the date. */
  watch: (log: Log) => void;
  /** Stops watching. */
  close: () => Promise<void>;
}

export interface CatalogueSource {
  database: Database;
  content: () => Content;
  /** Returns the current date in India as a day number. */
  today: () => number;
}

const checkEveryMs = 1_000;

type Snapshot = ReadonlyMap<number, readonly ScheduledBatch[]>;

async function readSnapshot(database: Database, today: number): Promise<Snapshot> {
  const rows = await database
    .selectFrom('batches')
    .selectAll()
    .where('last_day', '>=', dateOf(today))
    .where('on_sale', '=', true)
    .execute();
  const courses = Map.groupBy(rows, (row) => row.course_id);
  return new Map(
    [...courses].map(([id, ofCourse]) => [id, ofCourse.map(scheduledBatch).sort(compareBatches)]),
  );
}

/** Creates a catalogue. It is empty until the first `createNext` or `refresh`. */
export function createBatchCatalogue({ database, content, today }: CatalogueSource): BatchCatalogue {
  let snapshot: Snapshot = new Map();
  let revision = 0;
  let refreshing: Promise<void> = Promise.resolve();
  let created: { content: Content; today: number } | undefined;

  async function load(): Promise<void> {
    // The revision is read first. A change between the two reads is then read at the next refresh.
    const found = await readRevision(database);
    if (found === revision) return;
    snapshot = await readSnapshot(database, today());
    revision = found;
  }

  function refresh(): Promise<void> {
    // Refreshes run one after another, so that an older snapshot does not replace a newer one.
    refreshing = refreshing.then(load, load);
    return refreshing;
  }

  async function createNext(): Promise<void> {
    const now = { content: content(), today: today() };
    if (created?.content !== now.content || created.today !== now.today) {
      await createFromRules(database, now.content.courses, now.today);
      created = now;
    }
    await refresh();
  }

  let timer: NodeJS.Timeout | undefined;
  let checking: Promise<void> = Promise.resolve();
  let failed = false;
  let closed = false;

  async function check(log: Log): Promise<void> {
    try {
      await createNext();
      if (failed) log.info('batches: changes can be read again');
      failed = false;
    } catch (error) {
      // Logs only the message, because the driver's error object references the whole connection.
      const reason = error instanceof Error ? error.message : String(error);
      if (!failed)
        log.warn({ reason }, 'batches: changes cannot be read, the last known batches stay in use');
      failed = true;
    }
  }

  return {
    upcoming(courseId) {
      const date = dateOf(today());
      return snapshot.get(courseId)?.filter(({ start_date }) => start_date > date) ?? [];
    },
    refresh,
    createNext,
    watch(log) {
      timer = setTimeout(async () => {
        checking = check(log);
        await checking;
        if (!closed) this.watch(log);
      }, checkEveryMs);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await checking;
    },
  };
}
