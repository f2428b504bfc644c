import { setTimeout as sleep } from 'node:timers/promises';
import { indiaTimeZone } from '@meridian/contracts/india-time';
import type { FastifyBaseLogger } from 'fastify';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { fromKysely, type JobResult, PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import { backgroundDeadlines, longDeadlines, withDeadlines } from '../database/deadlines.ts';
import { preparedText } from '../database/prepared.ts';
import { retryWithBackOff } from '../database/retry.ts';
import { DatabaseUnavailableError, isDatabaseUnavailable } from '../database/unavailable.ts';
import { createFaultLog } from './fault-log.ts';
import { openQueueDatabase } from './queue-database.ts';
import { deadJobsOptions, deadJobsQueue, type QueueName, queueNames, queueOptions } from './queues.ts';
import { ownSchemaVersion } from './schema-version.ts';

export type { QueueName } from './queues.ts';

/** What became of one id: settled, or to be tried again with the queue's back-off. */
export type WorkResult = 'done' | 'retry';

export interface EnqueueOptions {
  /** The transaction whose commit makes the jobs visible. */
  transaction: Transaction<Database>;
  startAfterSeconds?: number;
}

export interface WorkOptions {
  /** Jobs handed over at once, at most. */
  batchSize: number;
  /** Batches of this process under way at once, at most. */
  concurrency: number;
}

/** @param stopping aborted when no further work is to be begun */
export type WorkHandler = (
  ids: readonly string[],
  stopping?: AbortSignal,
) => Promise<Map<string, WorkResult>>;

export interface Jobs {
  /** Creates or updates the queues. Before it has succeeded nothing else does; where it fails it may be tried again. */
  start(): Promise<void>;
  /**
   * Takes no further jobs and waits for those under way; what is not finished in time is run again. Ends soon after
   * that time, whatever the database does.
   */
  stop(timeoutMs: number): Promise<void>;
  /** One insert for all ids, inside the caller's transaction. */
  enqueue(queue: QueueName, ids: readonly string[], options: EnqueueOptions): Promise<void>;
  /**
   * The insert of one job as a statement, to be part of a larger one (`with … as (…)`) and commit with it. Its text
   * is the same every time.
   */
  insertOf(queue: QueueName, id: string): Promise<RawBuilder<unknown>>;
  /** Any number of times for one id, and at once with itself: a handler has to bear that. */
  work(queue: QueueName, options: WorkOptions, handler: WorkHandler): Promise<void>;
  /**
   * Runs a handler by the clock, once across all replicas.
   *
   * @param cronOrSeconds a cron expression in the time of India, or a number of seconds
   */
  every(name: string, cronOrSeconds: string | number, handler: () => Promise<void>): Promise<void>;
  /** Sends dead jobs back to their queues, with all tries before them. @returns how many */
  revive(which: { ids: readonly string[] } | { queue?: string }): Promise<number>;
  /** Ends a job that waits in a queue, or is dead and lies in the queue of these. */
  cancel(queue: string, id: string): Promise<void>;
}

export interface JobsOptions {
  /** The same database as the tables', so that a job and its row commit together. */
  databaseUrl: string;
  log: FastifyBaseLogger;
  /** Told of each run that the clock started. */
  onRun?: (schedule: string, result: 'succeeded' | 'failed') => Promise<void>;
}

const payload = z.object({ id: z.string() });

const pollingSeconds = 1;
/** What a stop may take beyond its time-out, to give back what was not finished. */
const giveBackMs = 1_500;
const maxRevived = 100_000;

/** The queue's insert has the same text every time. */
function inTransaction(transaction: Transaction<Database>) {
  const { executeSql } = fromKysely(transaction);
  return { executeSql: (text: string, values?: unknown[]) => executeSql(preparedText(text), values) };
}

/** A statement of the queue as one of the query builder, to be a part of a larger one. */
function toRaw(text: string, values: readonly unknown[] = []): RawBuilder<unknown> {
  // Every other piece is the number of a parameter.
  const pieces = text.split(/\$(\d+)/);
  return sql.join(
    pieces.map((piece, index) => (index % 2 === 0 ? sql.raw(piece) : sql`${values[Number(piece) - 1]}`)),
    sql``,
  );
}

async function ensureQueues(boss: PgBoss): Promise<void> {
  // First: the others refer to it.
  await boss.createQueue(deadJobsQueue, deadJobsOptions);
  for (const name of queueNames) {
    await boss.createQueue(name, queueOptions[name]);
    // An existing queue keeps the options of the release that made it.
    await boss.updateQueue(name, queueOptions[name]);
  }
}

/** The job queue, in the schema `pgboss` of the application's database. */
export function createJobs(options: JobsOptions): Jobs {
  const { log, onRun } = options;
  const logFault = createFaultLog(log);
  const connections = openQueueDatabase(options.databaseUrl, logFault);
  let started: PgBoss | undefined;
  const timers: NodeJS.Timeout[] = [];
  const stopping = new AbortController();

  /** @throws DatabaseUnavailableError as long as the queue has not been started */
  function queue(): PgBoss {
    if (started) return started;
    throw new DatabaseUnavailableError('the job queue is not started yet');
  }

  function createBoss(): PgBoss {
    const boss = new PgBoss({ db: connections, schema: 'pgboss' });
    boss.on('error', logFault);
    boss.on('warning', (warning) => log.warn({ reason: warning.message }, 'job queue'));
    return boss;
  }

  /** The clock's work is set up also where the database goes away in the middle of it. */
  const untilDone = (run: () => Promise<unknown>) =>
    retryWithBackOff(run, {
      signal: stopping.signal,
      onFailure(error) {
        if (!isDatabaseUnavailable(error)) throw error;
      },
    });

  async function report(schedule: string, result: 'succeeded' | 'failed'): Promise<void> {
    try {
      await onRun?.(schedule, result);
    } catch (error) {
      // The work itself is done or has failed; only its mark in the records is missing.
      log.warn({ err: error, schedule }, 'run was not recorded');
    }
  }

  return {
    async start() {
      connections.phase = 'starting';
      const boss = createBoss();
      try {
        await boss.start();
        await ensureQueues(boss);
        if (((await boss.schemaVersion()) ?? 0) > ownSchemaVersion())
          log.warn('a later version has added to the tables of the job queue: it is taken as additive');
      } catch (error) {
        // The next try begins with a new one: parts of this one run already.
        await boss.stop({ graceful: false }).catch(logFault);
        throw error;
      }
      connections.phase = 'working';
      started = boss;
    },

    async stop(timeoutMs) {
      stopping.abort();
      for (const timer of timers) clearInterval(timer);
      connections.phase = 'stopping';
      // Giving jobs back needs the database, which may be the reason for the stop.
      const late = sleep(timeoutMs + giveBackMs, undefined, { ref: false });
      await Promise.race([started?.stop({ graceful: true, timeout: timeoutMs }).catch(logFault), late]);
      await connections.end();
    },

    async enqueue(name, ids, { transaction, startAfterSeconds }) {
      if (ids.length === 0) return;
      const jobs = ids.map((id) => ({ data: { id }, startAfter: startAfterSeconds }));
      await queue().insert(name, jobs, { db: inTransaction(transaction) });
    },

    async insertOf(name, id) {
      let statement: RawBuilder<unknown> | undefined;
      const db = {
        // The queue makes the statement, and somebody else runs it.
        async executeSql(text: string, values?: unknown[]) {
          statement = toRaw(text, values);
          return { rows: [] };
        },
      };
      await queue().insert(name, [{ data: { id } }], { db });
      if (!statement) throw new TypeError('The queue made no statement');
      return statement;
    },

    async work(name, { batchSize, concurrency }, handler) {
      const workOptions = {
        batchSize,
        localConcurrency: concurrency,
        pollingIntervalSeconds: pollingSeconds,
        burstWhenBatchFull: true,
        perJobResults: true,
      } as const;
      await queue().work<object, never, typeof workOptions>(name, workOptions, async (jobs) => {
        const ids = jobs.map((job) => payload.parse(job.data).id);
        const results = await withDeadlines(backgroundDeadlines, () =>
          handler([...new Set(ids)], stopping.signal),
        );
        return jobs.map(
          (job, index): JobResult => ({
            id: job.id,
            status: results.get(ids[index] ?? '') === 'done' ? 'completed' : 'failed',
          }),
        );
      });
    },

    async every(name, cronOrSeconds, handler) {
      // What waits for the night is retention, which has much to do.
      const deadlines = typeof cronOrSeconds === 'string' ? longDeadlines : backgroundDeadlines;
      // One run waits at most. A run of a process that was killed must not hold up the next one, so a second
      // may start beside it: handlers bear that.
      const runs = { policy: 'short', retryLimit: 0, expireInSeconds: 600, deleteAfterSeconds: 3_600 };
      await untilDone(() => queue().createQueue(name, runs));
      await queue().work(name, { pollingIntervalSeconds: 2 }, async () => {
        try {
          await withDeadlines(deadlines, handler);
        } catch (error) {
          log.error({ err: error, schedule: name }, 'scheduled work failed');
          await report(name, 'failed');
          throw error;
        }
        await report(name, 'succeeded');
      });
      if (typeof cronOrSeconds === 'string') {
        await untilDone(() => queue().schedule(name, cronOrSeconds, null, { tz: indiaTimeZone }));
        return;
      }
      const send = () =>
        queue()
          .send(name, null, { singletonSeconds: cronOrSeconds })
          .catch((error: unknown) => log.error({ err: error, schedule: name }, 'schedule was not sent'));
      timers.push(setInterval(send, cronOrSeconds * 1_000).unref());
      await send();
    },

    revive(which) {
      const filter = 'ids' in which ? { ids: [...which.ids] } : { sourceName: which.queue };
      return queue().redrive(deadJobsQueue, { ...filter, limit: maxRevived });
    },

    async cancel(name, id) {
      await (name === deadJobsQueue ? queue().deleteJob(name, id) : queue().cancel(name, id));
    },
  };
}
