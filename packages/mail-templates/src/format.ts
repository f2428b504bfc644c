/** Formats days, times and counts for emails. */
import {
  formatDay as dayText,
  formatTimestamp as timestampText,
  formatTime as timeText,
} from '@meridian/contracts/format-time';
import type { MailBatch } from './parts/schemas.ts';
import { oneLine } from './safe-text.ts';

/** @param day `YYYY-MM-DD` @returns `Sat 12 Dec 2026`; other texts unchanged */
export const formatDay = (day: string): string => oneLine(dayText(day), 40);

/** @param time `19:00` @returns `7:00 pm`; other texts unchanged */
export const formatTime = (time: string): string => oneLine(timeText(time), 20);

/** @param timestamp ISO 8601 @returns `Sat 12 Dec 2026, 7:00 pm IST`; other texts unchanged */
export const formatTimestamp = (timestamp: string): string => oneLine(timestampText(timestamp), 40);

/** @returns `7:00 pm to 10:00 pm IST`, or only the known time; empty if neither is known */
export function formatHours({ start_time: start, end_time: end }: { start_time: string; end_time: string }) {
  const known = [start, end].filter((time) => time.trim() !== '').map(formatTime);
  return known.length === 0 ? '' : `${known.join(' to ')} IST`;
}

/** @returns the only day, or `… to …` */
export function formatDays({ start_date: start, end_date: end }: MailBatch): string {
  return end === '' || end === start ? formatDay(start) : `${formatDay(start)} to ${formatDay(end)}`;
}

/** @returns `1 seat`, `3 seats` */
export function formatSeats(seats: number): string {
  return seats === 1 ? '1 seat' : `${seats} seats`;
}
