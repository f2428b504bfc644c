/** A batch as a calendar file (RFC 5545). */
import { indiaTimeZone } from '@meridian/contracts/india-time';
import ical, { ICalCalendarMethod, type ICalEventData } from 'ical-generator';
import { dayAfter, midnightOf, readTime, untilEndOf, weekdayOf } from '../../mail/calendar/batch-times.ts';
import { classDaysOf } from '../../mail/calendar/class-days.ts';
import { zoneOfIndia } from '../../mail/calendar/india-zone.ts';
import { recurrenceOf } from '../../mail/calendar/recurrence.ts';
import type { SoldBatch } from '../orders/order-tables.ts';

/** The days of class between the first and the last: a weekday batch rests on weekends, and the other way round. */
function repetition(batch: SoldBatch): string | null {
  if (batch.end_date <= batch.start_date) return null;
  const weekday = weekdayOf(batch.start_date);
  const startsOnWeekend = weekday === 0 || weekday === 6;
  const days =
    batch.day_type === 'weekend' && startsOnWeekend
      ? ';BYDAY=SA,SU'
      : batch.day_type === 'weekday' && !startsOnWeekend
        ? ';BYDAY=MO,TU,WE,TH,FR'
        : '';
  return `FREQ=${days ? 'WEEKLY' : 'DAILY'}${days};UNTIL=${untilEndOf(batch.end_date)}`;
}

type Times = Pick<ICalEventData, 'start' | 'end' | 'allDay' | 'timezone' | 'repeating'>;

/** The batch with its days as the upstream tells them. */
function toldTimes(batch: SoldBatch): Times | undefined {
  const days = batch.sessions ? (classDaysOf(batch)?.days ?? []) : [];
  const [first] = days;
  if (!first) return undefined;
  const [start_time, end_time] = first.hours ? [first.hours.start, first.hours.end] : ['', ''];
  const { start, end, allDay, timezone } = times({
    ...{ ...batch, start_date: first.day, end_date: first.day, start_time, end_time, sessions: undefined },
  });
  return { start, end, allDay, timezone, repeating: recurrenceOf(days) };
}

function times(batch: SoldBatch): Times {
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
    timezone: zoneOfIndia,
  });
  calendar.createEvent({
    ...(toldTimes(batch) ?? times(batch)),
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
