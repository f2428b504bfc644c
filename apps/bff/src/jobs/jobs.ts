import type { FastifyBaseLogger } from 'fastify';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { fromKysely, type JobResult, PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import { preparedText } from '../database/prepared.ts';
import { deadJobsOptions, deadJobsQueue, type QueueName, queueNames, queueOptions } from './queues.ts';

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
  /** Creates or updates the queues. To be called before anything else. */
  start(): Promise<void>;
  /** Takes no further jobs and waits for those under way; what is not finished in time is run again. */
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
const maxRevived = 100_000;

/** The queue's insert has the same text every time. */
function inTransaction(transaction: Transaction<Database>) {
  const { executeSql } = fromKysely(transaction);
  return { executeSql: (text: string, values?: unknown[]) => executeSql(preparedText(text), values) };
}

/** The queue's statement with its one parameter in the way of the query builder. */
function asRaw(text: string, values: readonly unknown[] = []): RawBuilder<unknown> {
  const [before, after, ...others] = text.split('$1');
  if (before === undefined || after === undefined || others.length > 0 || values.length !== 1)
    throw new TypeError('An insert of jobs has one parameter');
  return sql`${sql.raw(before)}${values[0]}${sql.raw(after)}`;
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
  const boss = new PgBoss({
    connectionString: options.databaseUrl,
    application_name: 'bff-jobs',
    schema: 'pgboss',
    max: 4,
    connectionTimeoutMillis: 5_000,
  });
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));
  boss.on('warning', (warning) => log.warn({ reason: warning.message }, 'job queue'));
  const timers: NodeJS.Timeout[] = [];
  const stopping = new AbortController();

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
      await boss.start();
      await ensureQueues(boss);
    },

    async stop(timeoutMs) {
      stopping.abort();
      for (const timer of timers) clearInterval(timer);
      await boss.stop({ graceful: true, timeout: timeoutMs });
    },

    async enqueue(queue, ids, { transaction, startAfterSeconds }) {
      if (ids.length === 0) return;
      const jobs = ids.map((id) => ({ data: { id }, startAfter: startAfterSeconds }));
      await boss.insert(queue, jobs, { db: inTransaction(transaction) });
    },

    async insertOf(queue, id) {
      let statement: RawBuilder<unknown> | undefined;
      const db = {
        // The queue makes the statement, and somebody else runs it.
        async executeSql(text: string, values?: unknown[]) {
          statement = asRaw(text, values);
          return { rows: [] };
        },
      };
      await boss.insert(queue, [{ data: { id } }], { db });
      if (!statement) throw new TypeError('The queue made no statement');
      return statement;
    },

    async work(queue, { batchSize, concurrency }, handler) {
      const workOptions = {
        batchSize,
        localConcurrency: concurrency,
        pollingIntervalSeconds: pollingSeconds,
        burstWhenBatchFull: true,
        perJobResults: true,
      } as const;
      await boss.work<object, never, typeof workOptions>(queue, workOptions, async (jobs) => {
        const ids = jobs.map((job) => payload.parse(job.data).id);
        const results = await handler([...new Set(ids)], stopping.signal);
        return jobs.map(
          (job, index): JobResult => ({
            id: job.id,
            status: results.get(ids[index] ?? '') === 'done' ? 'completed' : 'failed',
          }),
        );
      });
    },

    async every(name, cronOrSeconds, handler) {
      // One run waits at most. A run of a process that was killed must not hold up the next one, so a second
      // may start beside it: handlers bear that.
      const runs = { policy: 'short', retryLimit: 0, expireInSeconds: 600, deleteAfterSeconds: 3_600 };
      await boss.createQueue(name, runs);
      await boss.work(name, { pollingIntervalSeconds: 2 }, async () => {
        try {
          await handler();
        } catch (error) {
          log.error({ err: error, schedule: name }, 'scheduled work failed');
          await report(name, 'failed');
          throw error;
        }
        await report(name, 'succeeded');
      });
      if (typeof cronOrSeconds === 'string') {
        await boss.schedule(name, cronOrSeconds, null, { tz: 'Asia/Kolkata' });
        return;
      }
      const send = () =>
        boss
          .send(name, null, { singletonSeconds: cronOrSeconds })
          .catch((error: unknown) => log.error({ err: error, schedule: name }, 'schedule was not sent'));
      timers.push(setInterval(send, cronOrSeconds * 1_000).unref());
      await send();
    },

    revive(which) {
      const filter = 'ids' in which ? { ids: [...which.ids] } : { sourceName: which.queue };
      return boss.redrive(deadJobsQueue, { ...filter, limit: maxRevived });
    },

    async cancel(queue, id) {
      await (queue === deadJobsQueue ? boss.deleteJob(queue, id) : boss.cancel(queue, id));
    },
  };
}
