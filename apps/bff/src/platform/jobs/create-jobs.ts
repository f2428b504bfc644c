import { setTimeout as sleep } from 'node:timers/promises';
import { fromKysely, type JobResult, PgBoss } from 'pg-boss';
import { z } from 'zod';
import { backgroundDeadlines, withDeadlines } from '../database/connection/deadlines.ts';
import { DatabaseUnavailableError } from '../database/connection/unavailable.ts';
import { tracedJob } from '../observability/spans.ts';
import { createFaultLog } from './fault-log.ts';
import type { Jobs, JobsOptions } from './jobs.ts';
import { openQueueDatabase } from './queue-database.ts';
import { deadJobsOptions, deadJobsQueue, queueNames, queueOptions } from './queues.ts';
import { createSchedules } from './schedules.ts';
import { ownSchemaVersion } from './schema-version.ts';
import { insertStatement } from './statements.ts';

const payload = z.object({ id: z.string() });

const pollingSeconds = 1;
/** Extra shutdown time for returning unfinished jobs to the queue. */
const returnJobsMs = 1_500;
const maxRevived = 100_000;

async function ensureQueues(boss: PgBoss): Promise<void> {
  // Created first, because the other queues refer to it.
  await boss.createQueue(deadJobsQueue, deadJobsOptions);
  for (const name of queueNames) {
    await boss.createQueue(name, queueOptions[name]);
    // `createQueue` does not change an existing queue's options.
    await boss.updateQueue(name, queueOptions[name]);
  }
}

/**
 * Creates the job queue (pg-boss), in schema `pgboss` of the application's database. Call `start` before use.
 */
export function createJobs(options: JobsOptions): Jobs {
  const { log, onRun } = options;
  const logFault = createFaultLog(log);
  const connections = openQueueDatabase(options.databaseUrl, {
    onError: logFault,
    onOpen: options.onOpen,
    pooling: options.pooling,
  });
  let started: PgBoss | undefined;
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

  const schedules = createSchedules({ queue, log, onRun, stopping: stopping.signal });

  return {
    async start() {
      connections.phase = 'starting';
      const boss = createBoss();
      try {
        await boss.start();
        await ensureQueues(boss);
        if (((await boss.schemaVersion()) ?? 0) > ownSchemaVersion())
          log.warn(
            'a later version has extended the tables of the job queue, which is assumed to be additive',
          );
      } catch (error) {
        // A retry needs a new instance, because this one has started partially.
        await boss.stop({ graceful: false }).catch(logFault);
        throw error;
      }
      connections.phase = 'working';
      started = boss;
    },

    async stop(timeoutMs) {
      stopping.abort();
      schedules.stop();
      connections.phase = 'stopping';
      // Returning jobs needs the database, which may be down.
      const late = sleep(timeoutMs + returnJobsMs, undefined, { ref: false });
      await Promise.race([started?.stop({ graceful: true, timeout: timeoutMs }).catch(logFault), late]);
      await connections.end();
    },

    async enqueue(name, ids, { transaction, startAfterSeconds }) {
      if (ids.length === 0) return;
      const jobs = ids.map((id) => ({ data: { id }, startAfter: startAfterSeconds }));
      await queue().insert(name, jobs, { db: fromKysely(transaction) });
    },

    insertOf: async (name, id) => insertStatement(queue(), name, id),

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
          tracedJob(`job ${name}`, () => handler([...new Set(ids)], stopping.signal)),
        );
        return jobs.map(
          (job, index): JobResult => ({
            id: job.id,
            status: results.get(ids[index] ?? '') === 'done' ? 'completed' : 'failed',
          }),
        );
      });
    },

    every: schedules.every,

    async revive(which, { transaction }) {
      const filter = 'ids' in which ? { ids: [...which.ids] } : { sourceName: which.queue };
      const db = fromKysely(transaction);
      return queue().redrive(deadJobsQueue, { ...filter, limit: maxRevived, db });
    },

    async cancel(name, id, { transaction }) {
      const options = { db: fromKysely(transaction) };
      await (name === deadJobsQueue
        ? queue().deleteJob(name, id, options)
        : queue().cancel(name, id, options));
    },
  };
}
