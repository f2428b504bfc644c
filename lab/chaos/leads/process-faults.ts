/** Faults of processes and connections in a round, and the recovery times. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { Product } from './product.ts';
import { expireLeases } from './time-travel.ts';
import type { Answered } from './visitor.ts';

export const processFaults = [
  'kill the BFF',
  'existing connections go silent',
  'all connections go silent',
  'connections are cut',
  'the database restarts',
] as const;
export type ProcessFault = (typeof processFaults)[number];

/** Start of a fault, and the time from which leads must be accepted again. */
export interface FaultWindow {
  fault: ProcessFault;
  beganAt: number;
  overAt: number;
}

/** @param onDatabase called when the database goes down and when it is back */
export async function injectProcessFault(
  fault: ProcessFault,
  { product, random, onDatabase }: { product: Product; random: Random; onDatabase: (away: boolean) => void },
): Promise<FaultWindow> {
  const { stack, databaseProxy } = product;
  const beganAt = performance.now();
  switch (fault) {
    case 'kill the BFF':
      await stack.kill('bff');
      await expireLeases(product);
      await stack.restart('bff');
      break;
    case 'existing connections go silent':
      databaseProxy.freeze();
      return { fault, beganAt, overAt: beganAt };
    case 'all connections go silent':
      databaseProxy.freezeAll();
      await sleep(random.between(1_000, 5_000));
      databaseProxy.heal();
      break;
    case 'connections are cut':
      databaseProxy.cut();
      await sleep(random.between(300, 3_000));
      databaseProxy.heal();
      break;
    case 'the database restarts':
      onDatabase(true);
      await stack.kill('postgres', random.chance(0.5) ? 'SIGKILL' : 'SIGINT');
      await stack.restart('postgres');
      onDatabase(false);
      break;
  }
  return { fault, beganAt, overAt: performance.now() };
}

/**
 * @returns the longest recovery time after a fault, in milliseconds: until the first accepted or the last refused lead,
 * whichever is later. Only answers before the next fault count.
 */
export function longestRefusalMs(windows: readonly FaultWindow[], told: readonly Answered[]): number {
  const refusals = windows.map(({ overAt }, index) => {
    const until = windows[index + 1]?.beganAt ?? Number.POSITIVE_INFINITY;
    const within = told.filter(({ at }) => at > overAt && at < until);
    const firstThanked = within.find(({ kind }) => kind === 'thanked')?.at ?? overAt;
    const lastPutOff = within.findLast(({ kind }) => kind === 'put_off')?.at ?? overAt;
    return Math.max(firstThanked, lastPutOff) - overAt;
  });
  return Math.max(0, ...refusals);
}
