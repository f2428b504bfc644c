/** Dates as day numbers (days since 1970-01-01), for arithmetic without time zones. */
const dayMs = 86_400_000;

/** @param date `YYYY-MM-DD` */
export function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / dayMs;
}

/** @returns `YYYY-MM-DD` */
export function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** @returns 0 for Sunday to 6 for Saturday */
export function weekdayOf(day: number): number {
  // 1970-01-01 was a Thursday.
  return (((day + 4) % 7) + 7) % 7;
}
