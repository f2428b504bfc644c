/** India keeps one offset all year, so its days need no time zone data. */
const offsetMs = 5.5 * 60 * 60 * 1_000;
const dayMs = 24 * 60 * 60 * 1_000;

/**
 * The next midnight in India, when what speaks of days grows old.
 * @param nowMs milliseconds since 1970, like the result
 */
export function nextIndiaMidnight(nowMs: number): number {
  return (Math.floor((nowMs + offsetMs) / dayMs) + 1) * dayMs - offsetMs;
}
