/** Parses days and times in the formats of upstreams. */
const dayMs = 24 * 60 * 60_000;

/** @returns `HH:MM:00` of `19:00`, `7:00 PM` or `19:00:00`; null if the value is not a time */
export function readTime(value: string): string | null {
  const match = /^\s*(\d{1,2})[:.](\d{2})(?::\d{2})?\s*(am|pm)?\s*(?:IST)?\s*$/i.exec(value);
  if (!match) return null;
  const half = match[3]?.toLowerCase();
  const written = Number(match[1]);
  const hour = half ? (written % 12) + (half === 'pm' ? 12 : 0) : written;
  const minute = Number(match[2]);
  if (hour > 23 || minute > 59) return null;
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00`;
}

/** @param day `YYYY-MM-DD` */
export const midnightOf = (day: string, plusDays = 0) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + plusDays * dayMs);

export function dayAfter(day: string, days = 1): string {
  return midnightOf(day, days).toISOString().slice(0, 10);
}

/** @returns 0 for Sunday to 6 for Saturday */
export const weekdayOf = (day: string) => midnightOf(day).getUTCDay();

/**
 * The last second of a day in India, as `UNTIL` of a recurrence rule: in UTC, as RFC 5545 requires for a
 * start in local time.
 */
export const untilEndOf = (day: string) => `${day.replaceAll('-', '')}T182959Z`;
