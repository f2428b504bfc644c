/** What has to be done once before the database can be used, and may have to wait for it. */
import type { FastifyBaseLogger } from 'fastify';
import { openDatabase } from './database/database.ts';
import { migrate, unknownMigrations } from './database/migrate.ts';
import { retryWithBackOff } from './database/retry.ts';
import { isDatabaseUnavailable, isRefusedConnection } from './database/unavailable.ts';
import type { Jobs } from './jobs/jobs.ts';

export interface Preparation {
  /** True once tables and queue are those of this version. */
  done(): boolean;
  /** Resolves then. @throws where it was stopped before */
  finished: Promise<void>;
  /**
   * Resolves when it is done, or clear that it has to wait: pages need no database.
   * @throws where waiting does not help, such as a wrong password or a migration that fails
   */
  begun: Promise<void>;
  stop(): void;
}

export interface PreparationOptions {
  databaseUrl: string;
  jobs: Pick<Jobs, 'start'>;
  log: Pick<FastifyBaseLogger, 'warn' | 'info' | 'error'>;
}

/** A migration may wait for a lock, or for another replica that does it; so long pages wait with it. */
const patienceMs = 10_000;

async function prepare({ databaseUrl, jobs, log }: PreparationOptions, signal: AbortSignal): Promise<void> {
  // Its own connections: nothing else may use the database before.
  const database = openDatabase(databaseUrl, { maxConnections: 2 });
  try {
    const onBusy = () => log.warn('a migration waits for a lock, and is tried again');
    await migrate(database, { signal, onBusy });
    const unknown = await unknownMigrations(database);
    if (unknown.length > 0)
      log.warn({ reasons: unknown }, 'a later version has added to the database: it is taken as additive');
  } finally {
    await database.destroy();
  }
  await jobs.start();
}

/** Brings tables and queue up to date in the background, trying again for as long as the database is away. */
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
      // At the start somebody looks on; later a replica that serves pages is worth more than one that has ended.
      if (failures === 1 && !mayPass) throw error;
      if (failures === 1)
        log.warn({ err: error }, 'the database is away: pages are served, and the rest waits for it');
      else if (!mayPass) log.error({ err: error }, 'the database cannot be prepared');
      begun.resolve();
    },
  }).then(() => {
    done = true;
    if (failures > 0) log.info({ failures }, 'the database is there');
  });
  finished.then(begun.resolve, begun.reject);
  const patience = setTimeout(begun.resolve, patienceMs);
  void finished.catch(() => undefined).then(() => clearTimeout(patience));
  begun.promise.catch(() => undefined);

  return { done: () => done, finished, begun: begun.promise, stop: () => stopping.abort() };
}
