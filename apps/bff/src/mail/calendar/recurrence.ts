/**
 * Writes days as one recurrence rule with exclusions (RFC 5545), so that one UID is enough: Outlook does not
 * handle several UIDs in one REQUEST.
 */
import { indiaTimeZone } from '@meridian/contracts/india-time';
import { dayAfter, untilEndOf, weekdayOf } from './batch-times.ts';
import type { ClassDay } from './class-days.ts';

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;
const plain = (text: string) => text.replaceAll(/[-:]/g, '');

/** @returns the days that match the rule and are not class days */
function excludedDays(days: readonly ClassDay[], last: string): string[] {
  const known = new Set(days.map(({ day }) => day));
  const kinds = new Set(days.map(({ day }) => weekdayOf(day)));
  const excluded: string[] = [];
  const [first] = days;
  for (let day = first?.day ?? last; day < last; day = dayAfter(day))
    if (kinds.has(weekdayOf(day)) && !known.has(day)) excluded.push(day);
  return excluded;
}

/**
 * @param days ascending
 * @returns the line `RRULE`, and `EXDATE` if days are excluded; null for a single day
 */
export function recurrenceOf(days: readonly ClassDay[]): string | null {
  const [first] = days;
  const last = days.at(-1)?.day;
  if (!first || last === undefined || last === first.day) return null;
  const { hours } = first;
  const byDay = weekdays.filter((_, index) => days.some(({ day }) => weekdayOf(day) === index)).join(',');
  const until = hours ? untilEndOf(last) : plain(last);
  const rule = `RRULE:FREQ=WEEKLY;BYDAY=${byDay};UNTIL=${until}`;
  const excluded = excludedDays(days, last);
  if (excluded.length === 0) return rule;
  const dates = excluded.map((day) => (hours ? `${plain(day)}T${plain(hours.start)}` : plain(day)));
  return `${rule}\nEXDATE;${hours ? `TZID=${indiaTimeZone}` : 'VALUE=DATE'}:${dates.join(',')}`;
}
