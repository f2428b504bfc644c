/** Loaded before a server that is measured: tells its parent what it has used so far. */
import { getHeapCodeStatistics } from 'node:v8';

export interface Usage {
  /** Time of the processor, in user and system mode. */
  cpuMs: number;
  /** What is in use after a collection. */
  heapBytes: number;
  /** What V8 has compiled, with all that belongs to it: a part of the heap that grows until all is compiled. */
  codeBytes: number;
  rssBytes: number;
}

/** `memory` collects first, which takes time of its own. */
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
  // What a finaliser lets go of in the first pass is collected in the second.
  globalThis.gc();
}

process.on('message', ({ ask, id }: Question) => {
  if (ask === 'memory') collect();
  process.send?.({ id, ...usage() } satisfies Reply);
});
// Whoever started it is gone, and nobody else would stop it.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
