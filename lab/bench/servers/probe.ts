/** Preloaded into a measured server: reports its resource usage to the parent. */
import { getHeapCodeStatistics } from 'node:v8';

export interface Usage {
  /** CPU time in user and system mode, in ms. */
  cpuMs: number;
  /** Heap in use. */
  heapBytes: number;
  /** Compiled code and its metadata: a part of the heap that grows until all code is compiled. */
  codeBytes: number;
  rssBytes: number;
}

/** `memory` first collects garbage, which takes time. */
export type Question = { ask: 'cpu' | 'memory'; id: number };
export type Reply = { id: number } & Usage;

function usage(): Usage {
  const { user, system } = process.cpuUsage();
  const { heapUsed, rss } = process.memoryUsage();
  const { code_and_metadata_size: code, bytecode_and_metadata_size: bytecode } = getHeapCodeStatistics();
  return {
    cpuMs: (user + system) / 1_000,
    heapBytes: heapUsed,
    codeBytes: code + bytecode,
    rssBytes: rss,
  };
}

function collect(): void {
  if (!globalThis.gc) throw new TypeError('A server that is measured is started with --expose-gc');
  globalThis.gc();
  // The second collection frees the objects that finalizers released.
  globalThis.gc();
}

process.on('message', ({ ask, id }: Question) => {
  if (ask === 'memory') collect();
  process.send?.({ id, ...usage() } satisfies Reply);
});
// The parent has exited, and no other process would stop this one.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
