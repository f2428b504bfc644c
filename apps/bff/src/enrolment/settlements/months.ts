/** Months and working days in India. */
import { dayInIndia } from '@meridian/contracts/india-time';
import type { Period } from '../../partners/payments/account.ts';

const startOfMonth = (month: string) => Date.parse(`${month}-01T00:00:00+05:30`);

/** @param month `YYYY-MM` */
export function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}

/** @returns the first and the last second of a month in India */
export function periodOf(month: string): Period {
  return {
    fromSeconds: startOfMonth(month) / 1_000,
    toSeconds: startOfMonth(nextMonth(month)) / 1_000 - 1,
  };
}

/** @returns the first and the last day of a month, `YYYY-MM-DD` */
export function daysOf(month: string): { first: string; last: string } {
  return { first: `${month}-01`, last: dayInIndia(new Date(startOfMonth(nextMonth(month)) - 1)) };
}

export const monthInIndia = (timestamp: Date) => dayInIndia(timestamp).slice(0, 7);

const dayMs = 86_400_000;

/**
 * @returns the number of days from Monday to Friday after the day of `from`, up to the day of `to`; bank
 * holidays count too
 */
export function workingDaysBetween(from: Date, to: Date): number {
  const last = Date.parse(dayInIndia(to));
  let days = 0;
  for (let at = Date.parse(dayInIndia(from)) + dayMs; at <= last; at += dayMs) {
    const weekday = new Date(at).getUTCDay();
    if (weekday !== 0 && weekday !== 6) days += 1;
  }
  return days;
}
