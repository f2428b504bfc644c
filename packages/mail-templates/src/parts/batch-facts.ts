/** Course, dates, place and instructor as rows of a table of facts. */
import { createElement as h } from 'react';
import { formatDay, formatDays, formatHours } from '../format.ts';
import { oneLine } from '../safe-text.ts';
import type { Fact } from './facts.ts';
import type { MailBatch, MailSession } from './schemas.ts';

const maxListed = 12;

function formatSession(session: MailSession): string {
  const hours = formatHours(session);
  return hours === '' ? formatDay(session.date) : `${formatDay(session.date)}, ${hours}`;
}

function listOf(days: readonly string[]) {
  const listed = days.slice(0, maxListed);
  const rest = days.length - listed.length;
  const lines = rest > 0 ? [...listed, `and ${rest} more`] : listed;
  return h('span', null, ...lines.flatMap((line, index) => (index > 0 ? [h('br'), line] : [line])));
}

const daysOf: Record<string, string> = { weekday: 'on weekdays', weekend: 'on weekends' };

const dayMs = 24 * 60 * 60_000;
/** A batch whose last day is at least this many days after its first day has days without class. */
const longSpanDays = 5;

function whenOf(batch: MailBatch): Fact[] {
  const { sessions = [] } = batch;
  const [first, ...others] = sessions;
  if (first) {
    const hours = formatHours(first);
    const areAlike = others.every((session) => formatHours(session) === hours);
    const days = sessions.map((session) => (areAlike ? formatDay(session.date) : formatSession(session)));
    return [['When', listOf(days)], ...(areAlike ? [['Time', hours] as const] : [])];
  }
  const spanDays = (Date.parse(batch.end_date) - Date.parse(batch.start_date)) / dayMs;
  const days = spanDays >= longSpanDays ? daysOf[batch.day_type.toLowerCase()] : undefined;
  return [
    ['When', [formatDays(batch), days].filter((part) => part !== undefined).join(', ')],
    ['Time', formatHours(batch)],
  ];
}

/** @returns the room and the city */
export function whereOf({ online_class_room: room, city = '' }: MailBatch): string {
  const [where, town] = [oneLine(room), oneLine(city, 60)];
  if (town === '' || where.toLowerCase().includes(town.toLowerCase())) return where;
  return where === '' ? town : `${where}, ${town}`;
}

export const courseOf = ({ course_name: name }: Pick<MailBatch, 'course_name'>) => oneLine(name, 120);

export function batchFacts(batch: MailBatch): Fact[] {
  return [
    ['Course', courseOf(batch)],
    ...whenOf(batch),
    ['Where', whereOf(batch)],
    ['Instructor', oneLine(batch.instructor_name, 80)],
  ];
}
