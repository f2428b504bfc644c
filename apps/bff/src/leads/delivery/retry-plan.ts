import { backOffSeconds } from '../back-off.ts';

/** A lead is given up after both: so many tries, and so long a time. */
export const minTries = 8;
export const minTryingHours = 24;

const backOff = { baseSeconds: 15, capSeconds: 4 * 3_600 } as const;

/**
 * When to try a record again that the CRM did not take.
 *
 * @param attempts tries so far, this one included
 * @param firstFailedAt the first failure, or null for this one
 * @param random between 0 and 1
 * @returns seconds to wait, or null to give up and leave it to the operator
 */
export function nextTrySeconds(
  attempts: number,
  firstFailedAt: Date | null,
  now: Date,
  random: number,
): number | null {
  const tryingMs = firstFailedAt ? now.getTime() - firstFailedAt.getTime() : 0;
  if (attempts >= minTries && tryingMs >= minTryingHours * 3_600_000) return null;
  return backOffSeconds(attempts, backOff, random);
}
