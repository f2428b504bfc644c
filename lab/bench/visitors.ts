/** Open-loop load: visits at a constant rate. */
import { setTimeout as sleep } from 'node:timers/promises';

/** @returns an error, or undefined */
export type Visit = () => Promise<string | undefined>;

export interface Visitors {
  /** Sends visits for a time and waits for the last answer. */
  come(durationMs: number): Promise<void>;
  visits: number;
  /** Errors and their counts. */
  faults: Map<string, number>;
  /** Per visit, in milliseconds. */
  latenciesMs: number[];
}

/** Max wait of a visitor. */
export const timeoutMs = 30_000;

/**
 * @param visit one visit
 * @param perSecond visits started per second
 */
export function createVisitors(visit: Visit, perSecond: number): Visitors {
  const visitors: Visitors = { come, visits: 0, faults: new Map(), latenciesMs: [] };
  const active = new Set<Promise<void>>();

  async function begin(): Promise<void> {
    const startedAt = performance.now();
    // A broken connection is an error too.
    const fault = await visit().catch((error: unknown) => `no answer: ${String(error)}`);
    visitors.latenciesMs.push(performance.now() - startedAt);
    if (fault !== undefined) visitors.faults.set(fault, (visitors.faults.get(fault) ?? 0) + 1);
  }

  async function come(durationMs: number): Promise<void> {
    const startedAt = performance.now();
    const total = Math.round((durationMs * perSecond) / 1_000);
    for (let number = 0; number < total; number += 1) {
      // By the clock, so that a late visit does not delay the next.
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
