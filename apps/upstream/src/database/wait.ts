import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const firstWaitMs = 250;
const maxWaitMs = 5_000;

/**
 * SQLSTATE codes of a server that may be available later: connection (08), resources (53), operator
 * intervention (57), a standby before its promotion (25006).
 */
const mayPass = /^(?:08|53|57|25006)/;

/** True if the database may be available later; false for a permanent error. */
function isAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return mayPass.test(error.code ?? '');
  return error instanceof Error && 'code' in error ? true : /timeout|terminated/i.test(String(error));
}

/**
 * Returns the reason of a failure. For a host with several addresses, the driver's error has no message, but
 * contains errors that have one.
 */
function reasonOf(error: unknown): string {
  const first = error instanceof AggregateError && !error.message ? error.errors[0] : error;
  return first instanceof Error ? first.message : String(first);
}

export interface WaitOptions {
  log: { warn(fields: object, message: string): void; info(message: string): void };
  /** Ends the wait. */
  signal?: AbortSignal;
}

/**
 * Runs the first statements on a database. While the database is not available, retries with back-off, and
 * logs this once.
 * @throws any other error of `run`
 * @throws the reason of the signal
 */
export async function whenReachable(run: () => Promise<void>, { log, signal }: WaitOptions): Promise<void> {
  let isLogged = false;
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, maxWaitMs)) {
    signal?.throwIfAborted();
    try {
      await run();
      if (isLogged) log.info('the database is available');
      return;
    } catch (error) {
      if (!isAway(error)) throw error;
      if (!isLogged)
        log.warn({ reason: reasonOf(error) }, 'the database is not available: the start waits for it');
      isLogged = true;
    }
    await sleep(waitMs, undefined, { signal });
  }
}
