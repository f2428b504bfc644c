import { servingDeadlines, withDeadlines } from './connection/deadlines.ts';
import { DatabaseUnavailableError, sqlStateOf } from './connection/unavailable.ts';

/** Limits the number of concurrent runs and queues the others in order, like `pLimit` of p-limit. */
export type ConcurrencyLimiter = <Result>(run: () => Promise<Result>) => Promise<Result>;

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** Max time from an item's arrival to its commit, including the time in the queue. */
const commitDeadlineMs = 8_000;

/** True for data errors (SQLSTATE classes 22 and 23): the other items of the batch may be valid. */
function isDataFault(error: unknown): boolean {
  return /^2[23]/.test(sqlStateOf(error) ?? '');
}

function overdue(deadlineMs: number): DatabaseUnavailableError {
  return new DatabaseUnavailableError(`the commit did not end within ${deadlineMs} ms`);
}

/**
 * @throws what `run` throws, or a time-out error; after a time-out `run` continues and its result is ignored
 */
async function within<Result>(deadlineMs: number, run: () => Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(overdue(deadlineMs)), deadlineMs);
  try {
    return await Promise.race([run(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Group commit: items that arrive during a flush share the next one. A lone item is flushed immediately. An
 * item that is not committed by its deadline is rejected with a `DatabaseUnavailableError`; its commit may
 * still succeed. A flush past its deadline no longer blocks the next one.
 * @param flush commits all items; returns one result per item, in order
 * @param options.limiter shared by batchers to bound their concurrent commits
 * @returns a function that resolves with an item's result once the item is committed
 */
export function createBatcher<Item, Result>(
  flush: (items: Item[]) => Promise<Result[]>,
  options: { maxSize: number; limiter?: ConcurrencyLimiter; deadlineMs?: number },
): (item: Item) => Promise<Result> {
  const { maxSize, limiter = (run) => run(), deadlineMs = commitDeadlineMs } = options;
  const queue: Waiting<Item, Result>[] = [];
  let flushing = false;

  async function commit(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      // A flush has the deadlines of a visitor's request, also if a job started it.
      const results = await within(deadlineMs, () =>
        withDeadlines(servingDeadlines, () => flush(batch.map(({ item }) => item))),
      );
      if (results.length !== batch.length) throw new TypeError('A batch needs one result for each item');
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (batch.length > 1 && isDataFault(error)) {
        for (const waiting of batch) await commit([waiting]);
        return;
      }
      for (const { reject } of batch) reject(error);
    }
  }

  async function drain(): Promise<void> {
    flushing = true;
    while (queue.length > 0)
      await limiter(async () => {
        const batch = queue.splice(0, maxSize);
        // All items may have timed out while they waited for the limiter.
        if (batch.length > 0) await commit(batch);
      });
    flushing = false;
  }

  return async (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const waiting = { item, resolve, reject };
    const timer = setTimeout(() => {
      // A timed-out item is not flushed.
      const index = queue.indexOf(waiting);
      if (index >= 0) queue.splice(index, 1);
      reject(overdue(deadlineMs));
    }, deadlineMs);
    queue.push(waiting);
    if (!flushing) void drain();
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
    }
  };
}
