import { type Kysely, sql, type Transaction } from 'kysely';
import { longDeadlines, withDeadlines } from './connection/deadlines.ts';
import type { Database } from './database.ts';

const maxTries = 4;

/** SQLSTATE of a serialisation failure or deadlock: a retry may succeed. */
function isRetryable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01');
}

/**
 * Runs a transaction, and retries it up to three times on conflicts. A single statement is a transaction by
 * itself: it needs no `begin` and `commit`, which saves two round trips.
 * @param run may run repeatedly, so it must have no effects outside the transaction
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

/** Runs a multi-statement transaction with {@link retryConflicts}. */
export function transact<Result>(
  database: Kysely<Database>,
  run: (transaction: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  return retryConflicts(() => database.transaction().execute(run));
}

/**
 * Runs a transaction whose statements may read the whole ledger of leads. Raises the timeouts of client and
 * server, whose defaults are for requests.
 */
export const transactLong = <Result>(
  database: Kysely<Database>,
  run: (transaction: Transaction<Database>) => Promise<Result>,
): Promise<Result> =>
  withDeadlines(longDeadlines, () =>
    transact(database, async (transaction) => {
      await sql`select set_config('statement_timeout', ${String(longDeadlines.statementMs)}, true)`.execute(
        transaction,
      );
      return run(transaction);
    }),
  );
