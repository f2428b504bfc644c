/** The calendar file of a mail: a batch as one event of one person, invited, changed or cancelled (RFC 5546). */
import { createHash } from 'node:crypto';
import { indiaTimeZone } from '@meridian/contracts/india-time';
import type { MailBatch } from '@meridian/mail-templates';
import { hoursInWords, spanInWords } from '@meridian/mail-templates/words';
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

export interface Invitation {
  /** `REQUEST` invites and changes, `CANCEL` takes the event away. */
  method: 'REQUEST' | 'CANCEL';
  batch: MailBatch;
  /** See `invitationUid`. */
  uid: string;
  /** Higher with each change and with the cancellation: 0 for the first invitation. */
  sequence: number;
  /** When what it says came to be. */
  stamp: Date;
  organizer: { name: string; email: string };
  attendee: { name: string; email: string };
  joining: string | null;
  /** The receipt; only for the payer. */
  url?: string;
}

/** @returns what stays the same for a person's seat in an order, and names nobody */
export function invitationUid(orderId: string, email: string, host: string): string {
  const person = createHash('sha256').update(email.trim().toLowerCase()).digest('hex').slice(0, 16);
  return `${orderId}-${person}@${host}`;
}

function timesOf({ day, hours }: ClassDay): Pick<ICalEventData, 'start' | 'end' | 'allDay' | 'timezone'> {
  if (!hours) return { allDay: true, start: midnightOf(day), end: midnightOf(day, 1) };
  const lastDay = hours.end <= hours.start ? dayAfter(day) : day;
  // Without an offset: the library takes what it reads for the time in the event's own zone.
  return { start: `${day}T${hours.start}`, end: `${lastDay}T${hours.end}`, timezone: indiaTimeZone };
}

const longestJoining = 4_000;

function descriptionOf({ batch, joining }: Invitation, { areAll }: ClassDays): string {
  const kind = batch.day_type.toLowerCase();
  const days = kind === 'weekend' || kind === 'weekday' ? `on ${kind}s` : '';
  const span = [spanInWords(batch), days, hoursInWords(batch)].filter((part) => part !== '').join(', ');
  return [
    ...(areAll ? [] : [`The course is from ${span}.`, 'This calendar entry has its first day.']),
    ...(batch.instructor_name ? [`Instructor: ${batch.instructor_name}`] : []),
    ...(joining ? ['', joining.slice(0, longestJoining)] : []),
  ].join('\n');
}

function locationOf({ online_class_room: room, city }: MailBatch): string {
  return [room, city].filter((part) => part).join(', ');
}

const sameHours = (one: ClassDay['hours'], other: ClassDay['hours']) =>
  one?.start === other?.start && one?.end === other?.end;

/**
 * @returns the text of an .ics file, to be sent as `text/calendar` with its method as a parameter; undefined for a batch
 * whose first day cannot be read
 */
export function invitationFile(invitation: Invitation): string | undefined {
  const { batch, method, organizer, attendee } = invitation;
  const classDays = classDaysOf(batch);
  const [first] = classDays?.days ?? [];
  if (!classDays || !first) return undefined;
  const isCancelled = method === 'CANCEL';
  const calendar = ical({
    ...{ prodId: '//Course enrolment//EN', scale: 'GREGORIAN', timezone: zoneOfIndia },
    method: ICalCalendarMethod[method],
  });
  const event = {
    ...{ id: invitation.uid, sequence: invitation.sequence, stamp: invitation.stamp, organizer },
    ...{ summary: batch.course_name, location: locationOf(batch) },
    description: descriptionOf(invitation, classDays),
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    ...(invitation.url !== undefined && { url: invitation.url }),
    attendees: [
      {
        ...{ name: attendee.name, email: attendee.email, role: ICalAttendeeRole.REQ },
        // Seats are not given up by a click in a calendar: no answer is asked for.
        ...{ status: ICalAttendeeStatus.ACCEPTED, rsvp: false },
      },
    ],
  } satisfies Partial<ICalEventData>;
  calendar.createEvent({ ...event, ...timesOf(first), repeating: recurrenceOf(classDays.days) });
  // Days with hours of their own replace those of the recurrence, under the same UID.
  for (const day of isCancelled ? [] : classDays.days)
    if (first.hours && day.hours && !sameHours(day.hours, first.hours))
      calendar.createEvent({ ...event, ...timesOf(day), recurrenceId: `${day.day}T${first.hours.start}` });
  // Each line ends with a line break, the last one too.
  return `${calendar}\r\n`;
}
