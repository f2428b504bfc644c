import { backOffSeconds } from '../ledger/store/back-off.ts';

/** A lead becomes a dead letter after at least this many attempts and at least this much time. */
export const minTries = 8;
export const minTryingHours = 24;

const backOff = { baseSeconds: 15, capSeconds: 4 * 3_600 } as const;

/**
 * Retry delay of a record.
 * @param attempts attempts so far, including this attempt
 * @param tryingSeconds time since the first failure by the database's clock; 0 if this is the first failure
 * @param random between 0 and 1
 * @returns seconds to wait, or null for a dead letter
 */
export function nextTrySeconds(attempts: number, tryingSeconds: number, random: number): number | null {
  if (attempts >= minTries && tryingSeconds >= minTryingHours * 3_600) return null;
  return backOffSeconds(attempts, backOff, random);
}
