/** A batch as a calendar file (RFC 5545). */
import { indiaTimeZone } from '@meridian/contracts/india-time';
import ical, { ICalCalendarMethod, type ICalEventData } from 'ical-generator';
import type { SoldBatch } from '../order/order-tables.ts';

const dayMs = 24 * 60 * 60_000;

/** @returns `HH:MM:00` from `19:00`, `7:00 PM` or `19:00:00`; null for anything else */
function readTime(value: string): string | null {
  const match = /^\s*(\d{1,2})[:.](\d{2})(?::\d{2})?\s*(am|pm)?\s*(?:IST)?\s*$/i.exec(value);
  if (!match) return null;
  const half = match[3]?.toLowerCase();
  const written = Number(match[1]);
  const hour = half ? (written % 12) + (half === 'pm' ? 12 : 0) : written;
  const minute = Number(match[2]);
  if (hour > 23 || minute > 59) return null;
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00`;
}

const midnightOf = (day: string, plusDays = 0) => new Date(Date.parse(`${day}T00:00:00Z`) + plusDays * dayMs);

function dayAfter(day: string): string {
  return midnightOf(day, 1).toISOString().slice(0, 10);
}

/** The days of class between the first and the last: weekday batches pause on weekends, weekend batches on weekdays. */
function repetition(batch: SoldBatch): string | null {
  if (batch.end_date <= batch.start_date) return null;
  const weekday = midnightOf(batch.start_date).getUTCDay();
  const startsOnWeekend = weekday === 0 || weekday === 6;
  const days =
    batch.day_type === 'weekend' && startsOnWeekend
      ? ';BYDAY=SA,SU'
      : batch.day_type === 'weekday' && !startsOnWeekend
        ? ';BYDAY=MO,TU,WE,TH,FR'
        : '';
  // The end of the last day in India, in UTC: RFC 5545 requires UTC with a local start, and the library does not convert it.
  const until = `${batch.end_date.replaceAll('-', '')}T182959Z`;
  return `FREQ=${days ? 'WEEKLY' : 'DAILY'}${days};UNTIL=${until}`;
}

function times(batch: SoldBatch): Pick<ICalEventData, 'start' | 'end' | 'allDay' | 'timezone' | 'repeating'> {
  const start = readTime(batch.start_time);
  const end = readTime(batch.end_time);
  if (start === null || end === null)
    return { allDay: true, start: midnightOf(batch.start_date), end: midnightOf(batch.end_date, 1) };
  const lastDay = end <= start ? dayAfter(batch.start_date) : batch.start_date;
  return {
    // Without an offset: the library interprets it in the event's time zone.
    start: `${batch.start_date}T${start}`,
    end: `${lastDay}T${end}`,
    timezone: indiaTimeZone,
    repeating: repetition(batch),
  };
}

/** India has no daylight saving time, so its time zone is one rule. */
const zoneOfIndia = [
  ...['BEGIN:VTIMEZONE', `TZID:${indiaTimeZone}`, 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
  ...['TZOFFSETFROM:+0530', 'TZOFFSETTO:+0530', 'TZNAME:IST', 'END:STANDARD', 'END:VTIMEZONE'],
].join('\r\n');

/**
 * @param options.uid the same for the same order, so that a second import replaces the first
 * @param options.stamp time of the last change of the content
 * @returns the text of an .ics file; all-day events if the times cannot be read
 */
export function calendarFile(batch: SoldBatch, options: { uid: string; stamp: Date; url: string }): string {
  const calendar = ical({
    prodId: '//Course enrolment//EN',
    scale: 'GREGORIAN',
    method: ICalCalendarMethod.PUBLISH,
    timezone: { name: null, generator: () => zoneOfIndia },
  });
  calendar.createEvent({
    ...times(batch),
    id: options.uid,
    stamp: options.stamp,
    summary: batch.course_name,
    location: batch.online_class_room,
    url: options.url,
    ...(batch.instructor_name && { description: `Instructor: ${batch.instructor_name}` }),
  });
  // The last line ends with a line break too.
  return `${calendar}\r\n`;
}
