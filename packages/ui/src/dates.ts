/** Formats dates and times in India, independent of the local time zone. */
import { timeInIndia } from '@meridian/contracts/india-time';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/**
 * @param day `YYYY-MM-DD`, optionally with a time
 * @returns `12 Dec 2026`, or the text itself if invalid
 */
export function formatDay(day: string): string {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})/.exec(day) ?? [];
  const name = months[Number(month) - 1];
  return year && name ? `${Number(date)} ${name} ${year}` : day;
}

/** With weekday: `Sat, 12 Dec 2026`. */
export function formatWeekday(day: string): string {
  const time = Date.parse(`${day.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(time) ? day : `${weekdays[new Date(time).getUTCDay()]}, ${formatDay(day)}`;
}

/**
 * @param time `HH:MM` or `HH:MM:SS` in India
 * @returns `7:00 PM`, or the text itself if invalid
 */
export function formatTime(time: string): string {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})/.exec(time) ?? [];
  if (!hours || !minutes || Number(hours) > 23) return time;
  const hour = Number(hours);
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minutes} ${hour < 12 ? 'AM' : 'PM'}`;
}

/**
 * @param timestamp ISO 8601
 * @returns `21 Nov 2026, 4:00 PM IST`, or the text itself if invalid
 */
export function formatTimestamp(timestamp: string): string {
  const time = Date.parse(timestamp);
  if (Number.isNaN(time)) return timestamp;
  const inIndia = timeInIndia(time);
  return `${formatDay(inIndia)}, ${formatTime(inIndia.slice(11))} IST`;
}
