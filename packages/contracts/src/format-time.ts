/** Formats dates and times for people, always in Indian time. Unreadable texts are returned unchanged. */
import { timeInIndia } from './india-time.ts';

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** @param day `YYYY-MM-DD`, optionally with a time @returns `28 Nov 2026` */
export function formatDate(day: string): string {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})/.exec(day) ?? [];
  const name = months[Number(month) - 1];
  return year && name ? `${Number(date)} ${name} ${year}` : day;
}

export interface DayParts {
  /** For example `Sat`. */
  weekday: string;
  /** 1 to 31. */
  date: number;
  /** For example `Nov`. */
  month: string;
}

/** @param day `YYYY-MM-DD`, optionally with a time @returns undefined for another text */
export function partsOfDay(day: string): DayParts | undefined {
  const time = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  const [weekday, month] = [weekdays[time.getUTCDay()], months[time.getUTCMonth()]];
  return weekday && month && { weekday, date: time.getUTCDate(), month };
}

/** @param day `YYYY-MM-DD`, optionally with a time @returns `Sat 28 Nov 2026` */
export function formatDay(day: string): string {
  const parts = partsOfDay(day);
  return parts ? `${parts.weekday} ${formatDate(day)}` : day;
}

/** @param time `19:30`, `19:30:00` or `7:30 PM` in India @returns `7:30 pm` */
export function formatTime(time: string): string {
  const [, hours, minutes, half] =
    /^(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?\s*(am|pm)?$/i.exec(time.trim()) ?? [];
  const hour = Number(hours);
  if (!minutes || hour > (half ? 12 : 23)) return time;
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minutes} ${half?.toLowerCase() ?? (hour < 12 ? 'am' : 'pm')}`;
}

/** @param timestamp ISO 8601, or a time @returns `Sat 28 Nov 2026, 9:30 am IST` */
export function formatTimestamp(timestamp: string | Date): string {
  const time = new Date(timestamp).getTime();
  if (Number.isNaN(time)) return String(timestamp);
  const inIndia = timeInIndia(time);
  return `${formatDay(inIndia)}, ${formatTime(inIndia.slice(11))} IST`;
}
