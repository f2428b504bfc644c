import { describe, expect, it } from 'vitest';
import type { SoldBatch } from '../orders/order-tables.ts';
import { calendarFile } from './calendar.ts';

const batch: SoldBatch = {
  course_id: 101,
  course_name: 'Leading SAFe',
  course_schedule_id: 7001,
  start_date: '2026-12-05',
  end_date: '2026-12-06',
  start_time: '09:00',
  end_time: '13:30',
  day_type: 'weekend',
  time_type: 'morning',
  online_class_room: 'Zoom',
  instructor_name: 'Kavya Raghunathan',
};
const options = {
  uid: 'order@academy.example',
  stamp: new Date('2026-11-21T08:30:15.123Z'),
  url: 'https://academy.example/receipt/0',
};
const linesOf = (overrides: Partial<SoldBatch> = {}) =>
  calendarFile({ ...batch, ...overrides }, options).split('\r\n');

describe('the calendar file', () => {
  it('has the times in India, on each day of class', () => {
    expect(linesOf()).toEqual(
      expect.arrayContaining([
        'DTSTAMP:20261121T083015Z',
        'DTSTART;TZID=Asia/Kolkata:20261205T090000',
        'DTEND;TZID=Asia/Kolkata:20261205T133000',
        'RRULE:FREQ=WEEKLY;BYDAY=SA,SU;UNTIL=20261206T182959Z',
        'SUMMARY:Leading SAFe',
      ]),
    );
  });

  it.each<[string, Partial<SoldBatch>, string[]]>([
    [
      'a weekday batch over a weekend',
      { start_date: '2026-12-03', end_date: '2026-12-08', day_type: 'weekday' },
      ['RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;UNTIL=20261208T182959Z'],
    ],
    [
      'a batch marked weekend that begins on a Thursday',
      { start_date: '2026-12-03' },
      ['RRULE:FREQ=DAILY;UNTIL=20261206T182959Z'],
    ],
    [
      'twelve-hour times',
      { start_time: '7:00 PM', end_time: '10:00 pm IST' },
      ['DTSTART;TZID=Asia/Kolkata:20261205T190000', 'DTEND;TZID=Asia/Kolkata:20261205T220000'],
    ],
    [
      'noon and midnight',
      { start_time: '12:00 AM', end_time: '12:00 PM' },
      ['DTSTART;TZID=Asia/Kolkata:20261205T000000', 'DTEND;TZID=Asia/Kolkata:20261205T120000'],
    ],
    ['past midnight', { end_time: '01:00' }, ['DTEND;TZID=Asia/Kolkata:20261206T010000']],
    [
      'unreadable times',
      { start_time: 'evening' },
      ['DTSTART;VALUE=DATE:20261205', 'DTEND;VALUE=DATE:20261207'],
    ],
    [
      'characters that end a value',
      { course_name: 'Plan, do;\ncheck\\act' },
      ['SUMMARY:Plan\\, do\\;\\ncheck\\\\act'],
    ],
  ])('%s', (_name, overrides, expected) => {
    expect(linesOf(overrides)).toEqual(expect.arrayContaining(expected));
  });

  it('does not repeat a single day', () => {
    expect(linesOf({ end_date: '2026-12-05' }).join()).not.toContain('RRULE');
  });

  it('folds long lines at 75 octets, between characters', () => {
    const name = 'प्रशिक्षण '.repeat(20).trim();
    const lines = linesOf({ course_name: name });
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    expect(lines.join('\r\n').replaceAll('\r\n ', '')).toContain(`SUMMARY:${name}`);
  });

  it('15 is one event in one zone, and ends its last line', () => {
    const text = calendarFile(batch, options);
    for (const part of ['VCALENDAR', 'VTIMEZONE', 'VEVENT'])
      expect(text.match(new RegExp(`^(?:BEGIN|END):${part}\\r\\n`, 'gm'))).toHaveLength(2);
    expect(text).toContain('UID:order@academy.example\r\n');
    expect(text).toContain('METHOD:PUBLISH\r\n');
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(calendarFile(batch, options)).toBe(text);
  });

  it('prevents injected lines', () => {
    const lines = linesOf({ instructor_name: 'A\r\nATTENDEE:mailto:eve@example.com' });
    expect(lines.filter((line) => line.startsWith('ATTENDEE'))).toEqual([]);
  });
});
