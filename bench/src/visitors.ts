/** Visitors who come at a steady rate, whatever the site does. */
import { setTimeout as sleep } from 'node:timers/promises';

/** @returns what is wrong with the answer, or undefined */
export type Visit = () => Promise<string | undefined>;

export interface Visitors {
  /** Sends visitors for a time, and waits until the last has been answered. */
  come(durationMs: number): Promise<void>;
  visits: number;
  /** What was wrong, and how often. */
  faults: Map<string, number>;
  /** Of every visit, in milliseconds. */
  latenciesMs: number[];
}

/** Longer nobody waits. */
export const timeoutMs = 30_000;

/**
 * @param visit one visit
 * @param perSecond how many begin in a second
 */
export function createVisitors(visit: Visit, perSecond: number): Visitors {
  const visitors: Visitors = { come, visits: 0, faults: new Map(), latenciesMs: [] };
  const underWay = new Set<Promise<void>>();

  async function begin(): Promise<void> {
    const startedAt = performance.now();
    // A connection that breaks is a fault like any other.
    const fault = await visit().catch((error: unknown) => `no answer: ${String(error)}`);
    visitors.latenciesMs.push(performance.now() - startedAt);
    if (fault !== undefined) visitors.faults.set(fault, (visitors.faults.get(fault) ?? 0) + 1);
  }

  async function come(durationMs: number): Promise<void> {
    const startedAt = performance.now();
    const total = Math.round((durationMs * perSecond) / 1_000);
    for (let number = 0; number < total; number += 1) {
      // By the clock, so that whoever comes late does not delay those who follow.
      await sleep(Math.max(0, startedAt + (number * 1_000) / perSecond - performance.now()));
      visitors.visits += 1;
      const begun = begin();
      underWay.add(begun);
      void begun.finally(() => underWay.delete(begun));
    }
    await Promise.all(underWay);
  }

  return visitors;
}
