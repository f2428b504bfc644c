/** Open-loop load: visits start at a constant rate. */
import { setTimeout as sleep } from 'node:timers/promises';

/** @returns the error, or undefined */
export type Visit = () => Promise<string | undefined>;

export interface Visitors {
  /** Starts visits for a given time and waits for the last answer. */
  come(durationMs: number): Promise<void>;
  visits: number;
  /** Number of errors by their text. */
  faults: Map<string, number>;
  /** Durations of the visits in milliseconds. */
  latenciesMs: number[];
}

/** Max time to wait for a visit, in milliseconds. */
export const timeoutMs = 30_000;

/**
 * @param visit one visit
 * @param perSecond number of visits started per second
 */
export function createVisitors(visit: Visit, perSecond: number): Visitors {
  const visitors: Visitors = { come, visits: 0, faults: new Map(), latenciesMs: [] };
  const active = new Set<Promise<void>>();

  async function begin(): Promise<void> {
    const startedAt = performance.now();
    // A broken connection counts as an error.
    const fault = await visit().catch((error: unknown) => `no answer: ${String(error)}`);
    visitors.latenciesMs.push(performance.now() - startedAt);
    if (fault !== undefined) visitors.faults.set(fault, (visitors.faults.get(fault) ?? 0) + 1);
  }

  async function come(durationMs: number): Promise<void> {
    const startedAt = performance.now();
    const total = Math.round((durationMs * perSecond) / 1_000);
    for (let number = 0; number < total; number += 1) {
      // By the clock: a late visit does not delay the next one.
      await sleep(Math.max(0, startedAt + (number * 1_000) / perSecond - performance.now()));
      visitors.visits += 1;
      const begun = begin();
      active.add(begun);
      void begun.finally(() => active.delete(begun));
    }
    await Promise.all(active);
  }

  return visitors;
}
