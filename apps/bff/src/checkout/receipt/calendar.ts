/** A batch as a calendar file (RFC 5545). India keeps one offset all year, so the time zone is short. */
import type { SoldBatch } from '../tables.ts';

const dayMs = 24 * 60 * 60_000;

/** RFC 5545, 3.3.11: what would end a text or a line. */
function escapeText(value: string): string {
  return value.replace(/[\\;,]/g, (character) => `\\${character}`).replace(/\r\n|\r|\n/g, '\\n');
}

/** Lines of at most 75 octets, continued with a blank; never in the middle of a character. */
function fold(line: string): string {
  const parts: string[] = [];
  let part = '';
  for (const character of line) {
    if (Buffer.byteLength(part + character) > 74) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part].join('\r\n ');
}

/** @returns `HHMMSS` of `19:00`, `7:00 PM` or `19:00:00`; null where there is no time to read */
function readTime(value: string): string | null {
  const match = /^\s*(\d{1,2})[:.](\d{2})(?::\d{2})?\s*(am|pm)?\s*(?:IST)?\s*$/i.exec(value);
  if (!match) return null;
  const half = match[3]?.toLowerCase();
  const written = Number(match[1]);
  const hour = half ? (written % 12) + (half === 'pm' ? 12 : 0) : written;
  const minute = Number(match[2]);
  if (hour > 23 || minute > 59) return null;
  return `${String(hour).padStart(2, '0')}${String(minute).padStart(2, '0')}00`;
}

function compactDay(day: string, plusDays = 0): string {
  const moment = new Date(new Date(`${day}T00:00:00Z`).getTime() + plusDays * dayMs);
  return moment.toISOString().slice(0, 10).replaceAll('-', '');
}

function stamp(moment: Date): string {
  return `${moment.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

/** The days of class between the first and the last: a weekday batch rests on weekends, and the other way round. */
function repetition(batch: SoldBatch, lastMoment: string): string[] {
  if (batch.end_date <= batch.start_date) return [];
  const weekday = new Date(`${batch.start_date}T00:00:00Z`).getUTCDay();
  const startsOnWeekend = weekday === 0 || weekday === 6;
  const days =
    batch.day_type === 'weekend' && startsOnWeekend
      ? ';BYDAY=SA,SU'
      : batch.day_type === 'weekday' && !startsOnWeekend
        ? ';BYDAY=MO,TU,WE,TH,FR'
        : '';
  return [`RRULE:FREQ=${days ? 'WEEKLY' : 'DAILY'}${days};UNTIL=${lastMoment}`];
}

function timed(batch: SoldBatch, start: string, end: string): string[] {
  const overnight = end <= start;
  // With a local start UNTIL is in UTC: the end of the last day in India.
  const until = `${compactDay(batch.end_date)}T182959Z`;
  return [
    `DTSTART;TZID=Asia/Kolkata:${compactDay(batch.start_date)}T${start}`,
    `DTEND;TZID=Asia/Kolkata:${compactDay(batch.start_date, overnight ? 1 : 0)}T${end}`,
    ...repetition(batch, until),
  ];
}

/**
 * @param uid stays the same for the same order, so that a second import replaces the first
 * @param made when the file is made
 * @returns the text of an .ics file; days without times where the times cannot be read
 */
export function calendarFile(batch: SoldBatch, options: { uid: string; made: Date; url: string }): string {
  const start = readTime(batch.start_time);
  const end = readTime(batch.end_time);
  const when =
    start !== null && end !== null
      ? timed(batch, start, end)
      : [
          `DTSTART;VALUE=DATE:${compactDay(batch.start_date)}`,
          `DTEND;VALUE=DATE:${compactDay(batch.end_date, 1)}`,
        ];
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Course enrolment//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VTIMEZONE',
    'TZID:Asia/Kolkata',
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'TZOFFSETFROM:+0530',
    'TZOFFSETTO:+0530',
    'TZNAME:IST',
    'END:STANDARD',
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    `UID:${escapeText(options.uid)}`,
    `DTSTAMP:${stamp(options.made)}`,
    ...when,
    `SUMMARY:${escapeText(batch.course_name)}`,
    `LOCATION:${escapeText(batch.online_class_room)}`,
    ...(batch.instructor_name ? [`DESCRIPTION:${escapeText(`Instructor: ${batch.instructor_name}`)}`] : []),
    `URL:${options.url}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}
