/** Prepares the database at the start: migrations and the schema of the queue. */
import type { FastifyBaseLogger } from 'fastify';
import { openDemoSales } from '../enrolment/seats/sales.ts';
import { findPooling, type Pooling } from '../platform/database/connection/pooling.ts';
import { isDatabaseUnavailable, isRefusedConnection } from '../platform/database/connection/unavailable.ts';
import { openDatabase } from '../platform/database/database.ts';
import { stampInstance } from '../platform/database/instance.ts';
import { unknownMigrations } from '../platform/database/migrate.ts';
import { type DatabaseRoles, migrateAs } from '../platform/database/owner.ts';
import { retryWithBackOff } from '../platform/database/retry.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import type { Env } from '../platform/settings/env.ts';

export interface Preparation {
  /** True once the tables and the queue have the schema of this version. */
  done(): boolean;
  /** Resolves when done. @throws if the application is stopped first, or for the errors of `begun` */
  finished: Promise<void>;
  /**
   * Resolves when the preparation is done, when it begins to wait for the database, or after `timeoutMs`:
   * pages do not need the database.
   * @throws if the first attempt ends with a permanent error, for example a wrong password or a failing
   * migration
   */
  begun: Promise<void>;
  stop(): void;
}

export interface PreparationOptions {
  databaseUrl: string;
  /** Address of PostgreSQL itself, if `databaseUrl` is that of a pooler. */
  directUrl?: string;
  roles: DatabaseRoles;
  /** Recorded in the database. If the database has another `APP_ENV`, the start is refused. */
  instance: Pick<Env, 'appEnv' | 'digests'>;
  /** Set to the mode that is detected. */
  pooling: Pooling;
  jobs: Pick<Jobs, 'start'>;
  log: Pick<FastifyBaseLogger, 'warn' | 'info' | 'error'>;
}

/** Max time for which pages wait for a migration. The migration may wait for a lock or another replica. */
const timeoutMs = 10_000;

async function prepare(options: PreparationOptions, signal: AbortSignal): Promise<void> {
  const { databaseUrl, directUrl, roles, instance, pooling, jobs, log } = options;
  pooling.mode = await findPooling({ databaseUrl, directUrl });
  if (pooling.mode !== 'direct') log.info({ mode: pooling.mode }, 'a pooler is in front of the database');
  // Uses its own connections, because the main pool is not usable yet.
  const database = openDatabase(directUrl ?? databaseUrl, { maxConnections: 2 });
  try {
    const onBusy = () => log.warn('a migration waits for a lock and is retried');
    await migrateAs(database, roles, { signal, onBusy });
    await stampInstance(database, instance);
    if (instance.appEnv === 'demo') await openDemoSales(database);
    const unknown = await unknownMigrations(database);
    if (unknown.length > 0)
      log.warn(
        { reasons: unknown },
        'a later version has migrated the database; its migrations are assumed to add only',
      );
  } finally {
    await database.destroy();
  }
  await jobs.start();
}

/**
 * Migrates the tables and the queue in the background. If the database is unavailable at the first attempt,
 * retries after all errors until it succeeds or is stopped.
 */
export function prepareDatabase(options: PreparationOptions): Preparation {
  const { log } = options;
  const stopping = new AbortController();
  const begun = Promise.withResolvers<void>();
  let done = false;
  let failures = 0;

  const finished = retryWithBackOff(() => prepare(options, stopping.signal), {
    signal: stopping.signal,
    onFailure(error) {
      failures += 1;
      const mayPass = isDatabaseUnavailable(error) && !isRefusedConnection(error);
      // An error is fatal only at the first attempt, when an operator watches the start. Later, it is better
      // to serve pages than to exit.
      if (failures === 1 && !mayPass) throw error;
      if (failures === 1)
        log.warn(
          { err: error },
          'the database is unavailable: pages are served, everything else waits for it',
        );
      else if (!mayPass) log.error({ err: error }, 'the database cannot be prepared');
      begun.resolve();
    },
  }).then(() => {
    done = true;
    if (failures > 0) log.info({ failures }, 'the database is available');
  });
  finished.then(begun.resolve, begun.reject);
  const waitMs = setTimeout(begun.resolve, timeoutMs);
  void finished.catch(() => undefined).then(() => clearTimeout(waitMs));
  begun.promise.catch(() => undefined);

  return { done: () => done, finished, begun: begun.promise, stop: () => stopping.abort() };
}
