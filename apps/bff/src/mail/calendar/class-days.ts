/**
 * Finds the class days of a batch: the sessions of the upstream, else the days from the first to the last
 * day, if they are at most five, else only the first day.
 */
import { readDay } from '@meridian/contracts/india-time';
import type { MailBatch } from '@meridian/mail-templates';
import { dayAfter, readTime, weekdayOf } from './batch-times.ts';

export interface ClassDay {
  /** `YYYY-MM-DD` */
  day: string;
  /** `HH:MM:00`; null if start or end is unknown. An end that is not after the start is on the next day. */
  hours: { start: string; end: string } | null;
}

export interface ClassDays {
  days: readonly ClassDay[];
  /** False if only the first day is known. */
  areAll: boolean;
}

/** Max days that are derived from a batch's first and last day. */
const maxGuessed = 5;

function hoursOf(times: { start_time: string; end_time: string }): ClassDay['hours'] {
  const [start, end] = [readTime(times.start_time), readTime(times.end_time)];
  return start !== null && end !== null ? { start, end } : null;
}

type Hours = NonNullable<ClassDay['hours']>;

const endsNextDay = ({ start, end }: Hours) => end <= start;

function laterEnd(one: Hours, other: Hours): string {
  if (endsNextDay(one) !== endsNextDay(other)) return endsNextDay(one) ? one.end : other.end;
  return one.end.localeCompare(other.end) > 0 ? one.end : other.end;
}

/**
 * A recurrence has one event a day, so the sessions of a day become one: from the first start to the last
 * end.
 */
function joined(one: ClassDay, other: ClassDay): ClassDay {
  if (!one.hours || !other.hours) return { ...one, hours: one.hours ?? other.hours };
  const isEarlier = one.hours.start.localeCompare(other.hours.start) < 0;
  const start = isEarlier ? one.hours.start : other.hours.start;
  return { ...one, hours: { start, end: laterEnd(one.hours, other.hours) } };
}

function statedDays({ sessions = [] }: MailBatch): ClassDay[] {
  const byDay = new Map<string, ClassDay>();
  for (const session of sessions) {
    const day = readDay(session.date);
    if (day === null) continue;
    const stated = { day, hours: hoursOf(session) };
    const known = byDay.get(day);
    byDay.set(day, known ? joined(known, stated) : stated);
  }
  return [...byDay.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}

const isWeekend = (day: string) => [0, 6].includes(weekdayOf(day));

/**
 * A weekday batch that begins on a weekend may have class on any day. The same applies to a weekend batch
 * that begins on a weekday.
 */
function isOfKind(batch: MailBatch, day: string): boolean {
  const kind = batch.day_type.toLowerCase();
  if (kind !== 'weekend' && kind !== 'weekday') return true;
  const rest = kind === 'weekday';
  return isWeekend(batch.start_date) === rest || isWeekend(day) !== rest;
}

/** @returns undefined for a batch whose first day cannot be parsed */
export function classDaysOf(batch: MailBatch): ClassDays | undefined {
  const stated = statedDays(batch);
  if (stated.length > 0) return { days: stated, areAll: true };
  const first = readDay(batch.start_date);
  if (first === null) return undefined;
  const last = readDay(batch.end_date) ?? first;
  const hours = hoursOf(batch);
  const days: ClassDay[] = [{ day: first, hours }];
  for (let day = dayAfter(first); day <= last; day = dayAfter(day)) {
    if (!isOfKind({ ...batch, start_date: first }, day)) continue;
    if (days.length === maxGuessed) return { days: [{ day: first, hours }], areAll: false };
    days.push({ day, hours });
  }
  return { days, areAll: true };
}
