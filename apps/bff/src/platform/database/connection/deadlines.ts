import { AsyncLocalStorage } from 'node:async_hooks';

/** Client-side time-outs, since a dead connection does not report itself. */
export interface Deadlines {
  /** Max time for one statement. */
  statementMs: number;
  /** Max time from checkout to release: a whole transaction. */
  checkoutMs: number;
}

/** Requests with a visitor waiting. */
export const servingDeadlines: Deadlines = { statementMs: 4_000, checkoutMs: 8_000 };
/** Jobs and the CLI. Some hold a row lock during a remote call. */
export const backgroundDeadlines: Deadlines = { statementMs: 12_000, checkoutMs: 30_000 };
/** Migrations and retention. */
export const longDeadlines: Deadlines = { statementMs: 15 * 60_000, checkoutMs: 30 * 60_000 };

const current = new AsyncLocalStorage<Deadlines>();

/** Overrides the pool's deadlines for the statements of `run`. */
export function withDeadlines<Result>(deadlines: Deadlines, run: () => Result): Result {
  return current.run(deadlines, run);
}

/** Deadlines of the current async context. */
export function deadlinesInForce(ofPool: Deadlines): Deadlines {
  return current.getStore() ?? ofPool;
}
