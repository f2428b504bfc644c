/** Dates and times in India, which has a fixed UTC offset. The caller passes the current time. */
export const indiaTimeZone = 'Asia/Kolkata';

/** UTC+5:30. */
const indiaOffsetMs = 19_800_000;
const dayMs = 86_400_000;

/**
 * @param timeMs milliseconds since 1970
 * @returns Indian time as `YYYY-MM-DDTHH:MM:SS.mmm`
 */
export function timeInIndia(timeMs: number): string {
  return new Date(timeMs + indiaOffsetMs).toISOString().slice(0, -1);
}

/** @returns Indian date as `YYYY-MM-DD` */
export function dayInIndia(timestamp: Date): string {
  return timeInIndia(timestamp.getTime()).slice(0, 10);
}

/** @returns Indian date as days since 1970-01-01 */
export function dayNumberInIndia(timestamp: Date): number {
  return Math.floor((timestamp.getTime() + indiaOffsetMs) / dayMs);
}

/**
 * @param day `YYYY-MM-DD`
 * @returns the day this number of days later, `YYYY-MM-DD`
 */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/**
 * Next midnight in India, at which date-dependent answers expire.
 * @param nowMs milliseconds since 1970, like the result
 */
export function nextIndiaMidnight(nowMs: number): number {
  return (Math.floor((nowMs + indiaOffsetMs) / dayMs) + 1) * dayMs - indiaOffsetMs;
}

/**
 * Parses the date in a text of an upstream: `2026-12-05`, `2026-12-05 00:00:00`, `2026-12-05T00:00:00Z`.
 * @returns `YYYY-MM-DD`, or null for an invalid date
 */
export function readDay(value: string): string | null {
  const day = /^(\d{4}-\d{2}-\d{2})(?:$|[T ])/.exec(value.trim())?.[1];
  if (day === undefined) return null;
  const timestamp = new Date(`${day}T00:00:00Z`);
  // `Date` would turn 30 February into a day of March.
  return !Number.isNaN(timestamp.getTime()) && timestamp.toISOString().startsWith(day) ? day : null;
}
