import { dayNumberInIndia } from '@meridian/contracts/india-time';
import { describe, expect, it } from 'vitest';
import { dateOf, dayOf, weekdayOf } from './calendar.ts';
import { type Recurrence, upcomingDays } from './recurrence.ts';

describe('the calendar', () => {
  it.each([
    ['2026-11-20T18:29:59.999Z', '2026-11-20'],
    ['2026-11-20T18:30:00.000Z', '2026-11-21'],
    ['2026-12-31T20:00:00.000Z', '2027-01-01'],
    ['1969-12-31T12:00:00.000Z', '1969-12-31'],
  ])('at %s it is %s in India', (timestamp, date) => {
    expect(dateOf(dayNumberInIndia(new Date(timestamp)))).toBe(date);
  });

  it.each([
    ['1970-01-01', 4],
    ['2026-11-21', 6],
    ['2026-11-22', 0],
    ['2024-02-29', 4],
    ['1969-12-28', 0],
  ])('%s falls on weekday %i', (date, weekday) => {
    expect(weekdayOf(dayOf(date))).toBe(weekday);
  });
});

const monday = 1;
const fortnightly: Recurrence = {
  weekday: monday,
  everyWeeks: 2,
  // 1 January is a Thursday; the next Monday is 5 January.
  firstDay: dayOf('2026-01-01'),
  ahead: 3,
};

const dates = (recurrence: Recurrence, today: string) => upcomingDays(recurrence, dayOf(today)).map(dateOf);

describe('upcoming batches of a rule', () => {
  it.each([
    ['long before the first batch', '2025-06-01', ['2026-01-05', '2026-01-19', '2026-02-02']],
    [
      'the day of the first batch, which counts as started',
      '2026-01-05',
      ['2026-01-19', '2026-02-02', '2026-02-16'],
    ],
    ['the day before a batch', '2026-01-18', ['2026-01-19', '2026-02-02', '2026-02-16']],
    ['the day of a batch, which counts as started', '2026-01-19', ['2026-02-02', '2026-02-16', '2026-03-02']],
    ['the day after a batch', '2026-01-20', ['2026-02-02', '2026-02-16', '2026-03-02']],
    ['a year later', '2027-01-01', ['2027-01-04', '2027-01-18', '2027-02-01']],
  ])('as of %s', (_when, today, expected) => {
    expect(dates(fortnightly, today)).toEqual(expected);
  });

  it('begins with the first day if that is the weekday of the rule', () => {
    const rule = { ...fortnightly, firstDay: dayOf('2026-01-05') };
    expect(dates(rule, '2026-01-01')[0]).toBe('2026-01-05');
  });

  it('is empty if the rule offers none', () => {
    expect(dates({ ...fortnightly, ahead: 0 }, '2026-01-01')).toEqual([]);
  });
});
