import type { Turns } from './turns.ts';

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** True for faults of the data itself (SQLSTATE classes 22 and 23), where the others of a batch may be sound. */
function isDataFault(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^2[23]/.test(code);
}

/**
 * Group commit: what arrives while a flush is under way travels together in the next one. Nothing waits for
 * company, so a lone item is as quick as without.
 *
 * @param flush commits all items and answers with a result for each, in their order
 * @param options.turns shared with other batchers, so that together they have only so many commits under way
 * @returns a function that resolves with an item's own result once its commit is done
 */
export function createBatcher<Item, Result>(
  flush: (items: Item[]) => Promise<Result[]>,
  options: { maxSize: number; turns?: Turns },
): (item: Item) => Promise<Result> {
  const { maxSize, turns = (run) => run() } = options;
  const queue: Waiting<Item, Result>[] = [];
  let flushing = false;

  async function commit(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await flush(batch.map(({ item }) => item));
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
    while (queue.length > 0) await turns(() => commit(queue.splice(0, maxSize)));
    flushing = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject });
      if (!flushing) void drain();
    });
}
