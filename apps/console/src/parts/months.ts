import { dayInIndia } from '@meridian/contracts/india-time';

const shownMonths = 36;
const monthName = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** @returns the last months in India, the newest first, each (`YYYY-MM`) with its name */
export function lastMonths(): [string, string][] {
  const [year = 0, month = 0] = dayInIndia(new Date()).split('-').map(Number);
  return Array.from({ length: shownMonths }, (_, before) => {
    const first = new Date(Date.UTC(year, month - 1 - before, 1));
    return [first.toISOString().slice(0, 7), monthName.format(first)];
  });
}
