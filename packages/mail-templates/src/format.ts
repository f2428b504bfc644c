/** Days, times and counts in words. */
import { timeInIndia } from '@meridian/contracts/india-time';
import type { MailBatch } from './parts/schemas.ts';
import { oneLine } from './safe-text.ts';

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** @param day `YYYY-MM-DD` @returns `Saturday, 12 December 2026`, or the text itself */
export function formatDay(day: string): string {
  const time = Date.parse(`${day.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(time)) return oneLine(day, 40);
  const date = new Date(time);
  return `${weekdays[date.getUTCDay()]}, ${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** @param time `19:00` @returns `7:00 PM`, or the text itself */
export function formatTime(time: string): string {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(time.trim()) ?? [];
  if (!hours || !minutes || Number(hours) > 23) return oneLine(time, 20);
  const hour = Number(hours);
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** @param timestamp ISO 8601 @returns `Saturday, 12 December 2026, 7:00 PM IST` */
export function formatTimestamp(timestamp: string): string {
  const time = Date.parse(timestamp);
  if (Number.isNaN(time)) return oneLine(timestamp, 40);
  const inIndia = timeInIndia(time);
  return `${formatDay(inIndia)}, ${formatTime(inIndia.slice(11, 16))} IST`;
}

/** @returns `7:00 PM to 10:00 PM IST`, or what is known of it */
export function formatHours({ start_time: start, end_time: end }: { start_time: string; end_time: string }) {
  const known = [start, end].filter((time) => time.trim() !== '').map(formatTime);
  return known.length === 0 ? '' : `${known.join(' to ')} IST`;
}

/** @returns the first day, or `… to …` */
export function formatDays({ start_date: start, end_date: end }: MailBatch): string {
  return end === '' || end === start ? formatDay(start) : `${formatDay(start)} to ${formatDay(end)}`;
}

/** @returns `1 seat`, `3 seats` */
export function formatSeats(seats: number): string {
  return seats === 1 ? '1 seat' : `${seats} seats`;
}
