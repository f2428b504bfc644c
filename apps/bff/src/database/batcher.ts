import { servingDeadlines, withDeadlines } from './deadlines.ts';
import { DatabaseUnavailableError, sqlStateOf } from './unavailable.ts';

/** Runs so many at once, the others in the order in which they came: `pLimit` of p-limit makes one. */
export type ConcurrencyLimiter = <Result>(run: () => Promise<Result>) => Promise<Result>;

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** From the arrival of an item until its commit is known, the wait for the commits before it included. */
const commitDeadlineMs = 8_000;

/** True for faults of the data itself (SQLSTATE classes 22 and 23), where the others of a batch may be sound. */
function isDataFault(error: unknown): boolean {
  return /^2[23]/.test(sqlStateOf(error) ?? '');
}

function overdue(deadlineMs: number): DatabaseUnavailableError {
  return new DatabaseUnavailableError(`the commit did not end within ${deadlineMs} ms`);
}

/** @throws what `run` throws, or an error of its own where that takes too long; `run` then goes on unseen */
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
 * Group commit: what arrives while a flush is under way travels together in the next one. Nothing waits for
 * company, so a lone item is as quick as without.
 *
 * An item that is not committed in time is rejected with a `DatabaseUnavailableError`; where it was under way its
 * commit may still succeed. A flush that does not end in time holds up the next one no longer.
 *
 * @param flush commits all items and answers with a result for each, in their order
 * @param options.limiter shared with other batchers, so that together they have only so many commits under way
 * @returns a function that resolves with an item's own result once its commit is done
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
      // Whoever began to flush does it for all: their deadlines are those of visitors, whatever its own are.
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
        // All of them may have been given up while another batcher's commit was under way.
        if (batch.length > 0) await commit(batch);
      });
    flushing = false;
  }

  return async (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const waiting = { item, resolve, reject };
    const timer = setTimeout(() => {
      // What nobody waits for any more is not begun.
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
