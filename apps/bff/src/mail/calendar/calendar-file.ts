/**
 * Builds the calendar file of a booking, for emails and for the receipt: one event per batch and person (RFC
 * 5546).
 */
import { createHash } from 'node:crypto';
import { indiaTimeZone } from '@meridian/contracts/india-time';
import type { MailBatch } from '@meridian/mail-templates';
import { formatDays, formatHours } from '@meridian/mail-templates/format';
import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
} from 'ical-generator';
import { dayAfter, midnightOf } from './batch-times.ts';
import { type ClassDay, type ClassDays, classDaysOf } from './class-days.ts';
import { zoneOfIndia } from './india-zone.ts';
import { recurrenceOf } from './recurrence.ts';

export interface CourseEvent {
  batch: MailBatch;
  /** See `eventUid`. */
  uid: string;
  /** The version of the order: it increases with each change and with the cancellation. */
  sequence: number;
  /** When this version of the event was created (`DTSTAMP`). */
  stamp: Date;
  joining: string | null;
  /** URL of the receipt; only for the payer. */
  url?: string;
}

/** For a file in an email. `REQUEST` creates or updates the event, `CANCEL` removes it. */
export interface Invitation {
  method: 'REQUEST' | 'CANCEL';
  organizer: { name: string; email: string };
  attendee: { name: string; email: string };
}

/**
 * @param siteUrl origin of the site
 * @returns a UID that never changes for a person's seat in an order, and contains no personal data
 */
export function eventUid(orderId: string, email: string, siteUrl: string): string {
  const person = createHash('sha256').update(email.trim().toLowerCase()).digest('hex').slice(0, 16);
  return `${orderId}-${person}@${new URL(siteUrl).hostname}`;
}

function timesOf({ day, hours }: ClassDay): Pick<ICalEventData, 'start' | 'end' | 'allDay' | 'timezone'> {
  if (!hours) return { allDay: true, start: midnightOf(day), end: midnightOf(day, 1) };
  const lastDay = hours.end <= hours.start ? dayAfter(day) : day;
  // Without an offset: the library reads such a time as local time of the event's time zone.
  return { start: `${day}T${hours.start}`, end: `${lastDay}T${hours.end}`, timezone: indiaTimeZone };
}

const maxJoiningLength = 4_000;

function descriptionOf({ batch, joining }: CourseEvent, { areAll }: ClassDays): string {
  const kind = batch.day_type.toLowerCase();
  const days = kind === 'weekend' || kind === 'weekday' ? `on ${kind}s` : '';
  const span = [formatDays(batch), days, formatHours(batch)].filter((part) => part !== '').join(', ');
  return [
    ...(areAll ? [] : [`The course runs from ${span}.`, 'This calendar entry is only for the first day.']),
    ...(batch.instructor_name ? [`Instructor: ${batch.instructor_name}`] : []),
    ...(joining ? ['', joining.slice(0, maxJoiningLength)] : []),
  ].join('\n');
}

function locationOf({ online_class_room: room, city }: MailBatch): string {
  return [room, city].filter((part) => part).join(', ');
}

const sameHours = (one: ClassDay['hours'], other: ClassDay['hours']) =>
  one?.start === other?.start && one?.end === other?.end;

/** For a file that is downloaded: it has no attendee. */
export interface Publication {
  method: 'PUBLISH' | 'CANCEL';
}

function invited({ method, organizer, attendee }: Invitation) {
  return {
    organizer,
    status: method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    attendees: [
      {
        name: attendee.name,
        email: attendee.email,
        role: ICalAttendeeRole.REQ,
        // No RSVP: declining in a calendar does not cancel a seat.
        status: ICalAttendeeStatus.ACCEPTED,
        rsvp: false,
      },
    ],
  };
}

/** @returns the text of an .ics file; undefined for a batch whose first day cannot be parsed */
export function calendarFile(
  course: CourseEvent,
  how: Invitation | Publication = { method: 'PUBLISH' },
): string | undefined {
  const { batch } = course;
  const classDays = classDaysOf(batch);
  const [first] = classDays?.days ?? [];
  if (!classDays || !first) return undefined;
  const calendar = ical({
    prodId: '//Course enrolment//EN',
    scale: 'GREGORIAN',
    timezone: zoneOfIndia,
    method: ICalCalendarMethod[how.method],
  });
  const event = {
    id: course.uid,
    sequence: course.sequence,
    stamp: course.stamp,
    summary: batch.course_name,
    location: locationOf(batch),
    description: descriptionOf(course, classDays),
    ...(course.url !== undefined && { url: course.url }),
    ...(how.method === 'CANCEL' && { status: ICalEventStatus.CANCELLED }),
    ...('attendee' in how && invited(how)),
  } satisfies Partial<ICalEventData>;
  calendar.createEvent({ ...event, ...timesOf(first), repeating: recurrenceOf(classDays.days) });
  // A day with other hours than the first overrides its occurrence, under the same UID.
  for (const day of how.method === 'CANCEL' ? [] : classDays.days)
    if (first.hours && day.hours && !sameHours(day.hours, first.hours))
      calendar.createEvent({ ...event, ...timesOf(day), recurrenceId: `${day.day}T${first.hours.start}` });
  // RFC 5545 requires a line break after the last line.
  return `${calendar}\r\n`;
}
