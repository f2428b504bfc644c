import { backOffSeconds } from '../back-off.ts';

/** A lead is given up after both: so many tries, and so long a time. */
export const minTries = 8;
export const minTryingHours = 24;

const backOff = { baseSeconds: 15, capSeconds: 4 * 3_600 } as const;

/**
 * When to try a record again that the CRM did not take.
 *
 * @param attempts tries so far, this one included
 * @param tryingSeconds time since the first failure by the database's clock; 0 for this one
 * @param random between 0 and 1
 * @returns seconds to wait, or null to give up and leave it to the operator
 */
export function nextTrySeconds(attempts: number, tryingSeconds: number, random: number): number | null {
  if (attempts >= minTries && tryingSeconds >= minTryingHours * 3_600) return null;
  return backOffSeconds(attempts, backOff, random);
}
