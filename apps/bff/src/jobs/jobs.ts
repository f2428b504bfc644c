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

/** Result for one id: settled, or retried with the queue's back-off. */
export type WorkResult = 'done' | 'retry';

export interface EnqueueOptions {
  /** The jobs become visible when this transaction commits. */
  transaction: Transaction<Database>;
  startAfterSeconds?: number;
}

export interface WorkOptions {
  /** Max jobs per handler call. */
  batchSize: number;
  /** Max concurrent handler calls per process. */
  concurrency: number;
}

/** @param stopping aborted on shutdown: start no further work */
export type WorkHandler = (
  ids: readonly string[],
  stopping?: AbortSignal,
) => Promise<Map<string, WorkResult>>;

export interface Jobs {
  /** Creates or updates the queues; required before any other call. Can be retried after a failure. */
  start(): Promise<void>;
  /**
   * Graceful shutdown: fetches no jobs and waits for active ones; unfinished ones run again. Returns soon
   * after the time-out even without a database.
   */
  stop(timeoutMs: number): Promise<void>;
  /** One insert for all ids, in the caller's transaction. */
  enqueue(queue: QueueName, ids: readonly string[], options: EnqueueOptions): Promise<void>;
  /**
   * Insert of one job as a statement for a CTE (`with … as (…)`), to commit with it. Its text is constant.
   */
  insertOf(queue: QueueName, id: string): Promise<RawBuilder<unknown>>;
  /** Registers a handler. It must be idempotent: an id may run repeatedly and concurrently. */
  work(queue: QueueName, options: WorkOptions, handler: WorkHandler): Promise<void>;
  /**
   * Schedules a handler, one run at a time across replicas.
   * @param cronOrSeconds cron expression in Indian time, or an interval in seconds
   */
  every(name: string, cronOrSeconds: string | number, handler: () => Promise<void>): Promise<void>;
  /** Requeues dead jobs with a full set of retries. @returns number of jobs */
  revive(which: { ids: readonly string[] } | { queue?: string }): Promise<number>;
  /** Cancels a job that is waiting or in the dead-letter queue. */
  cancel(queue: string, id: string): Promise<void>;
}

export interface JobsOptions {
  /** Same database as the tables, so that a job commits with its row. */
  databaseUrl: string;
  log: FastifyBaseLogger;
  /** Called after each scheduled run. */
  onRun?: (schedule: string, result: 'succeeded' | 'failed') => Promise<void>;
}

const payload = z.object({ id: z.string() });

const pollingSeconds = 1;
/** Extra time of a shutdown for returning unfinished jobs. */
const returnJobsMs = 1_500;
const maxRevived = 100_000;

/** The queue's insert has constant text. */
function inTransaction(transaction: Transaction<Database>) {
  const { executeSql } = fromKysely(transaction);
  return { executeSql: (text: string, values?: unknown[]) => executeSql(preparedText(text), values) };
}

/** A statement of the queue as an expression of the query builder. */
function toRaw(text: string, values: readonly unknown[] = []): RawBuilder<unknown> {
  // Odd pieces are parameter numbers.
  const pieces = text.split(/\$(\d+)/);
  return sql.join(
    pieces.map((piece, index) => (index % 2 === 0 ? sql.raw(piece) : sql`${values[Number(piece) - 1]}`)),
    sql``,
  );
}

async function ensureQueues(boss: PgBoss): Promise<void> {
  // First, because the others refer to it.
  await boss.createQueue(deadJobsQueue, deadJobsOptions);
  for (const name of queueNames) {
    await boss.createQueue(name, queueOptions[name]);
    // `createQueue` does not change an existing queue's options.
    await boss.updateQueue(name, queueOptions[name]);
  }
}

/** The job queue (pg-boss), in schema `pgboss` of the application's database. */
export function createJobs(options: JobsOptions): Jobs {
  const { log, onRun } = options;
  const logFault = createFaultLog(log);
  const connections = openQueueDatabase(options.databaseUrl, logFault);
  let started: PgBoss | undefined;
  const timers: NodeJS.Timeout[] = [];
  const stopping = new AbortController();

  /** @throws DatabaseUnavailableError before the queue has started */
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

  /** Retries the set-up of schedules if the database goes away meanwhile. */
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
      // The run itself has ended; only its record is missing.
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
        // A retry needs a new instance: this one has started in part.
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
      // Returning jobs needs the database, which may be what failed.
      const late = sleep(timeoutMs + returnJobsMs, undefined, { ref: false });
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
        // Captures the queue's statement for the caller to run.
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
      // Cron schedules are nightly retention, which runs long.
      const deadlines = typeof cronOrSeconds === 'string' ? longDeadlines : backgroundDeadlines;
      // At most one run waits. A second may start beside the run of a killed process; handlers tolerate
      // that.
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
