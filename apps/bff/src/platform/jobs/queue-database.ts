/** Connection pool of the job queue. */
import type { Db } from 'pg-boss';
import { type Deadlines, longDeadlines } from '../database/connection/deadlines.ts';
import { openPool, type PoolOptions, queryPool } from '../database/connection/pool.ts';
import { migrationLockTimeoutMs } from '../database/migrate.ts';

/** The queue's maintenance statements may run long. */
const workingDeadlines: Deadlines = { statementMs: 25_000, checkoutMs: 25_000 };
const stoppingDeadlines: Deadlines = { statementMs: 1_000, checkoutMs: 1_500 };
const endTimeoutMs = 500;

/** `starting`: the queue may migrate its schema, which takes long. `stopping`: short time-outs. */
export type QueuePhase = 'starting' | 'working' | 'stopping';

const deadlinesOf: Record<QueuePhase, Deadlines> = {
  starting: longDeadlines,
  working: workingDeadlines,
  stopping: stoppingDeadlines,
};

/**
 * Matches the lock time-out in the queue's own migrations, to shorten it: other statements wait behind the
 * lock.
 */
const ownLockTimeout = /SET LOCAL lock_timeout = \d+/g;

export interface QueueDatabase extends Db {
  phase: QueuePhase;
  /** Closes the pool without waiting for busy connections. */
  end(): Promise<void>;
}

export function openQueueDatabase(
  databaseUrl: string,
  hooks: Pick<PoolOptions, 'onError' | 'onOpen' | 'pooling'>,
): QueueDatabase {
  const pool = openPool(databaseUrl, {
    max: 4,
    applicationName: 'bff-jobs',
    deadlines: () => deadlinesOf[database.phase],
    ...hooks,
  });
  const database: QueueDatabase = {
    phase: 'starting',
    executeSql: (text, values) =>
      queryPool(
        pool,
        text.replace(ownLockTimeout, `SET LOCAL lock_timeout = ${migrationLockTimeoutMs}`),
        values,
      ),
    async end() {
      const late = new Promise<void>((resolve) => setTimeout(resolve, endTimeoutMs).unref());
      await Promise.race([pool.end(), late]);
    },
  };
  return database;
}
