import type { MailBatch } from '@meridian/mail-templates';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { type CourseEvent, calendarFile, eventUid, type Invitation } from './calendar-file.ts';

const weekend: MailBatch = {
  course_name: 'Leading SAFe; in depth',
  start_date: '2026-12-12',
  end_date: '2026-12-13',
  start_time: '09:00',
  end_time: '5:30 PM',
  day_type: 'weekend',
  online_class_room: 'Zoom',
  instructor_name: 'Kavya Raghunathan',
};
const uid = eventUid('ord_1', 'Ravi@Example.com', 'https://academy.example');
const course: CourseEvent = {
  batch: weekend,
  uid,
  sequence: 0,
  joining: null,
  stamp: new Date('2026-11-22T10:00:00Z'),
};
const invitation: Invitation = {
  method: 'REQUEST',
  organizer: { name: 'Kaveri Skills', email: 'desk@academy.example' },
  attendee: { name: 'Ravi "R" Menon', email: 'ravi@example.com' },
};

/** Parses the file with an independent library. `shown` has the days and hours in India. */
function read({ method = 'REQUEST', ...overrides }: Partial<CourseEvent & Invitation> = {}) {
  return parsed(calendarFile({ ...course, ...overrides }, { ...invitation, method }));
}

function parsed(text = '') {
  const calendar = new ICAL.Component(ICAL.parse(text));
  for (const zone of calendar.getAllSubcomponents('vtimezone')) {
    const tzid = String(zone.getFirstPropertyValue('tzid'));
    ICAL.TimezoneService.register(new ICAL.Timezone({ component: zone, tzid }), tzid);
  }
  const parts = calendar.getAllSubcomponents('vevent');
  const exceptions = parts.filter((part) => part.hasProperty('recurrence-id'));
  const master = parts.find((part) => !part.hasProperty('recurrence-id'));
  if (!master) throw new TypeError('no event');
  const event = new ICAL.Event(master, { exceptions, strictExceptions: false });
  const shown: string[] = [];
  const add = (start: ICAL.Time, end: ICAL.Time) =>
    shown.push(`${start.toString().slice(0, 16)} to ${end.toString().slice(start.isDate ? 0 : 11, 16)}`);
  if (!event.isRecurring()) add(event.startDate, event.endDate);
  else {
    const days = event.iterator();
    for (let next = days.next(); next && shown.length < 100; next = days.next()) {
      const { startDate, endDate } = event.getOccurrenceDetails(next);
      add(startDate, endDate);
    }
  }
  const uids = new Set(parts.map((part) => part.getFirstPropertyValue('uid')));
  return { text, calendar, event, shown, uids, master };
}

const at = (days: string[], hours = '19:00 to 22:00') => days.map((day) => `${day}T${hours}`);
const evenings: MailBatch = { ...weekend, day_type: 'weekday', start_time: '19:00', end_time: '22:00' };
const session = (date: string, start_time = '19:00', end_time = '22:00') => ({ date, start_time, end_time });

describe('an invitation, parsed by an independent library', () => {
  it('names organizer and attendee, and is one event with one UID in the time zone of India', () => {
    const { calendar, event, uids, master, text } = read();
    expect(calendar.getFirstPropertyValue('method')).toBe('REQUEST');
    expect(uids).toEqual(new Set([uid]));
    expect(uid).not.toMatch(/ravi/i);
    expect(event.sequence).toBe(0);
    expect(event.summary).toBe('Leading SAFe; in depth');
    expect(event.organizer).toBe('mailto:desk@academy.example');
    expect(event.attendees).toHaveLength(1);
    expect(event.attendees[0]?.getFirstValue()).toMatch(/^mailto:ravi@example\.com$/i);
    expect(master.getFirstPropertyValue('status')).toBe('CONFIRMED');
    expect(event.startDate.zone.tzid).toBe('Asia/Kolkata');
    expect(event.startDate.toJSDate().toISOString()).toBe('2026-12-12T03:30:00.000Z');
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(text.match(/BEGIN:VTIMEZONE/g)).toHaveLength(1);
  });

  it.each<[string, Partial<MailBatch>, string[]]>([
    ['both days of a weekend', weekend, at(['2026-12-12', '2026-12-13'], '09:00 to 17:30')],
    [
      'weekdays over a weekend',
      { ...evenings, start_date: '2026-12-10', end_date: '2026-12-15' },
      at(['2026-12-10', '2026-12-11', '2026-12-14', '2026-12-15']),
    ],
    [
      'a batch of more than five days: only the first day',
      { ...evenings, start_date: '2026-12-07', end_date: '2026-12-14' },
      at(['2026-12-07']),
    ],
    [
      'a batch marked weekend that begins on a Thursday',
      { ...weekend, start_date: '2026-12-10' },
      at(['2026-12-10', '2026-12-11', '2026-12-12', '2026-12-13'], '09:00 to 17:30'),
    ],
    [
      'midnight and noon',
      { ...evenings, end_date: '2026-12-12', start_time: '12:00 AM', end_time: '12:00 pm IST' },
      at(['2026-12-12'], '00:00 to 12:00'),
    ],
    ['one day', { ...evenings, end_date: '2026-12-12' }, at(['2026-12-12'])],
    [
      'the days that the upstream lists, with gaps',
      {
        ...evenings,
        sessions: ['2026-12-01', '2026-12-03', '2026-12-15', '2026-12-05'].map((day) => session(day)),
      },
      at(['2026-12-01', '2026-12-03', '2026-12-05', '2026-12-15']),
    ],
    [
      'six weeks of Saturdays with one left out',
      {
        ...weekend,
        sessions: ['2026-12-05', '2026-12-12', '2026-12-26', '2027-01-02', '2027-01-09'].map((day) =>
          session(day),
        ),
      },
      at(['2026-12-05', '2026-12-12', '2026-12-26', '2027-01-02', '2027-01-09']),
    ],
    [
      'a day with other hours',
      {
        ...evenings,
        sessions: [session('2026-12-01'), session('2026-12-02', '10:00', '13:00'), session('2026-12-03')],
      },
      ['2026-12-01T19:00 to 22:00', '2026-12-02T10:00 to 13:00', '2026-12-03T19:00 to 22:00'],
    ],
    [
      'two sessions on one day',
      {
        ...evenings,
        sessions: [session('2026-12-01', '14:00', '17:00'), session('2026-12-01', '09:30', '12:30')],
      },
      ['2026-12-01T09:30 to 17:00'],
    ],
    [
      'two sessions on one day, the second past midnight',
      {
        ...evenings,
        sessions: [session('2026-12-01', '22:00', '01:00'), session('2026-12-01', '14:00', '17:00')],
      },
      ['2026-12-01T14:00 to 01:00'],
    ],
    [
      'two evenings a week over New Year, each ending after midnight',
      {
        ...evenings,
        sessions: ['2026-12-29', '2026-12-31', '2027-01-05', '2027-01-07'].map((day) =>
          session(day, '22:30', '01:00'),
        ),
      },
      at(['2026-12-29', '2026-12-31', '2027-01-05', '2027-01-07'], '22:30 to 01:00'),
    ],
    [
      'Mondays that start on Sunday in UTC',
      {
        ...evenings,
        sessions: ['2026-12-07', '2026-12-14', '2026-12-28'].map((day) => session(day, '04:30', '06:30')),
      },
      at(['2026-12-07', '2026-12-14', '2026-12-28'], '04:30 to 06:30'),
    ],
    [
      'a session that ends after midnight',
      { ...evenings, end_date: '2026-12-12', end_time: '01:00' },
      at(['2026-12-12'], '19:00 to 01:00'),
    ],
    [
      'days without hours',
      { ...evenings, start_time: 'evening', start_date: '2026-12-14', end_date: '2026-12-15' },
      ['2026-12-14 to 2026-12-15', '2026-12-15 to 2026-12-16'],
    ],
    [
      'days as time stamps',
      { ...weekend, start_date: '2026-12-12 00:00:00', end_date: '2026-12-13T00:00:00Z' },
      at(['2026-12-12', '2026-12-13'], '09:00 to 17:30'),
    ],
  ])('shows %s', (_what, batch, days) => {
    const { shown, uids } = read({ batch: { ...weekend, ...batch } });
    expect(shown).toEqual(days);
    expect(uids.size).toBe(1);
  });

  it('describes the whole period if the event has only the first day', () => {
    const batch = { ...weekend, end_date: '2027-01-31' };
    expect(read({ batch }).event.description).toContain(
      'from Sat 12 Dec 2026 to Sun 31 Jan 2027, on weekends, 9:00 am to 5:30 pm IST',
    );
  });

  it('shows the new days after a move, with the same UID and a higher sequence', () => {
    const batch = { ...evenings, start_date: '2026-12-21', end_date: '2026-12-22' };
    const { shown, event, uids } = read({ batch, sequence: 1 });
    expect(shown).toEqual(at(['2026-12-21', '2026-12-22']));
    expect(uids).toEqual(new Set([uid]));
    expect(event.sequence).toBe(1);
  });

  it('cancels all days', () => {
    const batch = { ...evenings, sessions: [session('2026-12-01'), session('2026-12-02', '10:00', '13:00')] };
    const { calendar, master, shown, uids } = read({ batch, method: 'CANCEL', sequence: 2 });
    expect(calendar.getFirstPropertyValue('method')).toBe('CANCEL');
    expect(master.getFirstPropertyValue('status')).toBe('CANCELLED');
    expect(master.getFirstPropertyValue('sequence')).toBe(2);
    expect(shown.map((day) => day.slice(0, 10))).toEqual(['2026-12-01', '2026-12-02']);
    expect(uids).toEqual(new Set([uid]));
    expect(calendar.getAllSubcomponents('vevent')).toHaveLength(1);
  });

  it.each<[string, { method: Invitation['method']; sequence: number }]>([
    ['a move', { method: 'REQUEST', sequence: 1 }],
    ['a cancellation', { method: 'CANCEL', sequence: 2 }],
  ])('shows the weekly days of %s at their hours, under one UID', (_what, change) => {
    const days = ['2026-12-07', '2026-12-14', '2026-12-28'];
    const batch = { ...evenings, sessions: days.map((day) => session(day, '04:30', '06:30')) };
    const { shown, event, uids } = read({ batch, ...change });
    expect(shown).toEqual(at(days, '04:30 to 06:30'));
    expect(event.startDate.toJSDate().toISOString()).toBe('2026-12-06T23:00:00.000Z');
    expect({ sequence: event.sequence, uids }).toEqual({ sequence: change.sequence, uids: new Set([uid]) });
  });

  it('escapes line breaks in joining instructions', () => {
    const { event } = read({ joining: 'Zoom: https://zoom.example/j/1\r\nEND:VEVENT\r\nBEGIN:VEVENT' });
    expect(event.description).toContain('https://zoom.example/j/1\nEND:VEVENT');
  });

  it('has no attendee or organizer if the file is downloaded', () => {
    const batch = { ...weekend, instructor_name: 'A\r\nATTENDEE:mailto:eve@example.com' };
    const { calendar, master, text, shown } = parsed(calendarFile({ ...course, batch, sequence: 3 }));
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH');
    expect(text).not.toMatch(/^(?:ATTENDEE|ORGANIZER|STATUS)/m);
    expect(master.getFirstPropertyValue('uid')).toBe(uid);
    expect(master.getFirstPropertyValue('sequence')).toBe(3);
    expect(shown).toEqual(at(['2026-12-12', '2026-12-13'], '09:00 to 17:30'));
  });

  it('folds long lines at 75 octets, between characters', () => {
    const name = 'प्रशिक्षण '.repeat(20).trim();
    const { text, event } = read({ batch: { ...weekend, course_name: name } });
    expect(Math.max(...text.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(event.summary).toBe(name);
  });

  it('is the same file for the same event, and undefined for a batch without a valid first day', () => {
    expect(calendarFile(course, invitation)).toBe(calendarFile({ ...course }, invitation));
    expect(calendarFile({ ...course, batch: { ...weekend, start_date: 'soon' } })).toBeUndefined();
  });
});
