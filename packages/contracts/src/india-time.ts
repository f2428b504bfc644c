/**
 * Days and times in India, where all classes are. India keeps one offset all year, so plain arithmetic does. The moment
 * comes from the caller, who holds the clock.
 */
export const indiaTimeZone = 'Asia/Kolkata';

/** India is 5:30 ahead of UTC. */
const indiaOffsetMs = 19_800_000;
const dayMs = 86_400_000;

/**
 * @param timeMs milliseconds since 1970
 * @returns the date and time in India, as `YYYY-MM-DDTHH:MM:SS.mmm`
 */
export function timeInIndia(timeMs: number): string {
  return new Date(timeMs + indiaOffsetMs).toISOString().slice(0, -1);
}

/** @returns the calendar day in India at a moment, as `YYYY-MM-DD` */
export function dayInIndia(moment: Date): string {
  return timeInIndia(moment.getTime()).slice(0, 10);
}

/** @returns the same as whole days since 1970-01-01 */
export function dayNumberInIndia(moment: Date): number {
  return Math.floor((moment.getTime() + indiaOffsetMs) / dayMs);
}

/**
 * The next midnight in India, when what speaks of days grows old.
 * @param nowMs milliseconds since 1970, like the result
 */
export function nextIndiaMidnight(nowMs: number): number {
  return (Math.floor((nowMs + indiaOffsetMs) / dayMs) + 1) * dayMs - indiaOffsetMs;
}

/**
 * Reads the day out of a date as back ends write it: `2026-12-05`, `2026-12-05 00:00:00`, `2026-12-05T00:00:00Z`.
 * @returns `YYYY-MM-DD`, or null where there is no real day
 */
export function readDay(value: string): string | null {
  const day = /^(\d{4}-\d{2}-\d{2})(?:$|[T ])/.exec(value.trim())?.[1];
  if (day === undefined) return null;
  const moment = new Date(`${day}T00:00:00Z`);
  // A 30th of February would silently become a day in March.
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day) ? day : null;
}
