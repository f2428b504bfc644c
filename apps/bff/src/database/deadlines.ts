import { AsyncLocalStorage } from 'node:async_hooks';

/** How long the database may take, on the client's side: a connection that has gone silent says nothing by itself. */
export interface Deadlines {
  /** For the answer to one statement. */
  statementMs: number;
  /** From the checkout of a connection until it is given back: a transaction with all its statements. */
  checkoutMs: number;
}

/** While a visitor waits. */
export const servingDeadlines: Deadlines = { statementMs: 4_000, checkoutMs: 8_000 };
/** Jobs and the operator's command. Some hold a row while another service answers. */
export const backgroundDeadlines: Deadlines = { statementMs: 12_000, checkoutMs: 30_000 };
/** Migrations and retention. */
export const longDeadlines: Deadlines = { statementMs: 15 * 60_000, checkoutMs: 30 * 60_000 };

const current = new AsyncLocalStorage<Deadlines>();

/** Runs work whose statements have other deadlines than their pool's. */
export function withDeadlines<Result>(deadlines: Deadlines, run: () => Result): Result {
  return current.run(deadlines, run);
}

/** Those of the work under way. */
export function deadlinesInForce(ofPool: Deadlines): Deadlines {
  return current.getStore() ?? ofPool;
}
