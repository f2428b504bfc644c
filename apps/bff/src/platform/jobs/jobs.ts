/** Interface of the job queue. */
import type { FastifyBaseLogger } from 'fastify';
import type { RawBuilder, Transaction } from 'kysely';
import type { PoolOptions } from '../database/connection/pool.ts';
import type { Database } from '../database/database.ts';
import type { QueueName } from './queues.ts';

/** Result for one id: done, or retried with the queue's back-off. */
export type WorkResult = 'done' | 'retry';

export interface EnqueueOptions {
  /** Transaction of the cause. Its commit makes the jobs visible. */
  transaction: Transaction<Database>;
  startAfterSeconds?: number;
}

export interface WorkOptions {
  /** Max jobs per handler call. */
  batchSize: number;
  /** Max concurrent handler calls per process. */
  concurrency: number;
}

/** @param stopping aborted on shutdown: start no more work */
export type WorkHandler = (
  ids: readonly string[],
  stopping?: AbortSignal,
) => Promise<Map<string, WorkResult>>;

export interface Jobs {
  /** Creates or updates the queues. Required before any other call. Can be retried after a failure. */
  start(): Promise<void>;
  /**
   * Stops gracefully: fetches no more jobs and waits for active jobs. Unfinished jobs run again later.
   * Returns soon after the timeout, also without a database.
   * @param timeoutMs max wait for active jobs
   */
  stop(timeoutMs: number): Promise<void>;
  /** Enqueues all ids with one insert, in the caller's transaction. */
  enqueue(queue: QueueName, ids: readonly string[], options: EnqueueOptions): Promise<void>;
  /**
   * @returns the insert of one job, as a statement for a CTE (`with … as (…)`), so that the job commits with
   * the caller's statement. Its text is constant.
   */
  insertOf(queue: QueueName, id: string): Promise<RawBuilder<unknown>>;
  /** Registers a handler. It must be idempotent: an id may run repeatedly and concurrently. */
  work(queue: QueueName, options: WorkOptions, handler: WorkHandler): Promise<void>;
  /**
   * Schedules a handler. All replicas together start one run per interval. A run may start while an earlier
   * run is active on another replica.
   * @param cronOrSeconds cron expression in Indian time, or an interval in seconds
   */
  every(name: string, cronOrSeconds: string | number, handler: () => Promise<void>): Promise<void>;
  /** Requeues dead jobs with all their retries, in the caller's transaction. @returns number of jobs */
  revive(
    which: { ids: readonly string[] } | { queue?: string | undefined },
    options: Pick<EnqueueOptions, 'transaction'>,
  ): Promise<number>;
  /** Cancels a job that is waiting or dead, in the caller's transaction. */
  cancel(queue: string, id: string, options: Pick<EnqueueOptions, 'transaction'>): Promise<void>;
}

export interface JobsOptions {
  /** Same database as the tables, so that a job commits with its row. */
  databaseUrl: string;
  log: FastifyBaseLogger;
  /** Called after each scheduled run. */
  onRun?: (schedule: string, result: 'succeeded' | 'failed') => Promise<void>;
  /** Mode of the pooler in front, if one was detected. */
  pooling?: PoolOptions['pooling'];
  /** Called once with the queue's connection pool, for metrics. */
  onOpen?: PoolOptions['onOpen'];
}
