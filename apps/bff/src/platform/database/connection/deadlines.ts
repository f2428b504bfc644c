import { AsyncLocalStorage } from 'node:async_hooks';

/** Client-side timeouts in ms, which detect dead connections. */
export interface Deadlines {
  /** Max time for one statement. */
  statementMs: number;
  /** Max time from checkout to release: a whole transaction. */
  checkoutMs: number;
}

/** For requests of visitors. */
export const servingDeadlines: Deadlines = { statementMs: 4_000, checkoutMs: 8_000 };
/** For jobs, and for file imports in the console. Some jobs keep a row lock during a remote call. */
export const backgroundDeadlines: Deadlines = { statementMs: 12_000, checkoutMs: 30_000 };
/** For migrations, nightly jobs, operations, exports and `ops` commands. */
export const longDeadlines: Deadlines = { statementMs: 15 * 60_000, checkoutMs: 30 * 60_000 };

const current = new AsyncLocalStorage<Deadlines>();

/** Overrides the pool's deadlines for the statements of `run`. */
export function withDeadlines<Result>(deadlines: Deadlines, run: () => Result): Result {
  return current.run(deadlines, run);
}

/** @returns the deadlines of the current async context, or those of the pool */
export function deadlinesInForce(ofPool: Deadlines): Deadlines {
  return current.getStore() ?? ofPool;
}
