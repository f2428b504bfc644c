import type { Kysely, Transaction } from 'kysely';
import type { Database } from './database.ts';

const maxTries = 4;

/** SQLSTATE of a serialisation failure and of a dead-lock: the same transaction may succeed when run again. */
function isRetryable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01');
}

/**
 * Runs what is one transaction, and runs it again where PostgreSQL chose it as the victim of a conflict. A single
 * statement is a transaction by itself, and needs one exchange with PostgreSQL instead of three.
 *
 * @param run has no effect but through the transaction, because it may run several times
 */
export async function retryConflicts<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt >= maxTries || !isRetryable(error)) throw error;
    }
  }
}

/** Runs a transaction of several statements, as {@link retryConflicts} does. */
export function transact<Result>(
  database: Kysely<Database>,
  run: (transaction: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  return retryConflicts(() => database.transaction().execute(run));
}
