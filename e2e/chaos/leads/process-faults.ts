/** What strikes in the middle of a round, and how soon leads are taken again after it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { Product } from './product.ts';
import { passLeases } from './time-travel.ts';
import type { Told } from './visitor.ts';

export const strikes = [
  'kill the BFF',
  'existing connections go silent',
  'all connections go silent',
  'connections are cut',
  'the database restarts',
] as const;
export type Strike = (typeof strikes)[number];

/** From when on leads have to be taken again: other connections would answer, or the fault has ended. */
export interface Struck {
  strike: Strike;
  beganAt: number;
  overAt: number;
}

/** @param onDatabase told when the database goes away and when it is back */
export async function strikeWith(
  strike: Strike,
  { product, random, onDatabase }: { product: Product; random: Random; onDatabase: (away: boolean) => void },
): Promise<Struck> {
  const { stack, databaseProxy } = product;
  const beganAt = performance.now();
  switch (strike) {
    case 'kill the BFF':
      await stack.kill('bff');
      await passLeases(product);
      await stack.restart('bff');
      break;
    case 'existing connections go silent':
      databaseProxy.freeze();
      return { strike, beganAt, overAt: beganAt };
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
  return { strike, beganAt, overAt: performance.now() };
}

/**
 * How long after a strike leads were not taken: until the last visitor who was put off, and at least until the first
 * who was thanked. Counted up to the next strike.
 */
export function longestRefusalMs(struck: readonly Struck[], told: readonly Told[]): number {
  const refusals = struck.map(({ overAt }, index) => {
    const until = struck[index + 1]?.beganAt ?? Number.POSITIVE_INFINITY;
    const within = told.filter(({ at }) => at > overAt && at < until);
    const firstThanked = within.find(({ kind }) => kind === 'thanked')?.at ?? overAt;
    const lastPutOff = within.findLast(({ kind }) => kind === 'put_off')?.at ?? overAt;
    return Math.max(firstThanked, lastPutOff) - overAt;
  });
  return Math.max(0, ...refusals);
}
