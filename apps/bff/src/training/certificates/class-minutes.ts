import type { SoldBatch } from '../../enrolment/orders/store/order-tables.ts';
import { readTime } from '../../mail/calendar/batch-times.ts';
import type { ClassDay } from '../../mail/calendar/class-days.ts';

const dayMinutes = 24 * 60;

/** Times are `HH:MM:00`. An end that is not after the start is on the next day. */
function minutesBetween(start: string, end: string): number {
  const of = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
  const minutes = of(end) - of(start);
  return minutes > 0 ? minutes : minutes + dayMinutes;
}

/**
 * @returns the total length of the sessions in minutes, or of the class days if the upstream sends no
 * sessions; null if hours are unknown
 */
export function classMinutes({ sessions = [] }: SoldBatch, days: readonly ClassDay[]): number | null {
  const parts =
    sessions.length > 0
      ? sessions.map((session) => [readTime(session.start_time), readTime(session.end_time)] as const)
      : days.map(({ hours }) => [hours?.start ?? null, hours?.end ?? null] as const);
  let sum = 0;
  for (const [start, end] of parts) {
    if (start === null || end === null) return null;
    sum += minutesBetween(start, end);
  }
  return sum > 0 ? sum : null;
}
