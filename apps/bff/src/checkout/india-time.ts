const indianDate = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Kolkata',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** @returns the calendar day in India at a moment, as `YYYY-MM-DD` */
export function dayInIndia(moment: Date): string {
  return indianDate.format(moment);
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
