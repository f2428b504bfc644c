import { describe, expect, it } from 'vitest';
import {
  dayInIndia,
  dayNumberInIndia,
  formatTimeInIndia,
  nextIndiaMidnight,
  readDay,
  timeInIndia,
} from './india-time.ts';

const zone = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' });

describe("India's days", () => {
  it.each([
    '2026-11-21T18:29:59.999Z',
    '2026-11-21T18:30:00.000Z',
    '2024-02-29T00:00:00Z',
    '2026-12-31T23:59:59Z',
  ])('are those of the time zone data: %s', (text) => {
    const timestamp = new Date(text);
    expect(dayInIndia(timestamp)).toBe(zone.format(timestamp));
    expect(dayNumberInIndia(timestamp) * 86_400_000).toBe(Date.parse(`${dayInIndia(timestamp)}T00:00:00Z`));
    const midnight = nextIndiaMidnight(timestamp.getTime());
    expect(timeInIndia(midnight)).toMatch(/T00:00:00\.000$/);
    expect(midnight - timestamp.getTime()).toBeGreaterThan(0);
    expect(midnight - timestamp.getTime()).toBeLessThanOrEqual(86_400_000);
  });

  it.each([
    ['2026-12-05', '2026-12-05'],
    [' 2026-12-05 00:00:00', '2026-12-05'],
    ['2026-12-05T00:00:00Z', '2026-12-05'],
    ['2026-02-30', null],
    ['soon', null],
  ])('reads %j', (text, day) => {
    expect(readDay(text)).toBe(day);
  });
});

it.each([
  ['2026-11-28T04:00:00Z', 'Sat 28 Nov 2026, 9:30 am IST'],
  ['2026-03-31T18:29:59Z', 'Tue 31 Mar 2026, 11:59 pm IST'],
  ['2026-03-31T18:30:00Z', 'Wed 1 Apr 2026, 12:00 am IST'],
  ['2026-12-31T06:35:00Z', 'Thu 31 Dec 2026, 12:05 pm IST'],
])('formats %s as %s', (at, text) => {
  expect(formatTimeInIndia(new Date(at))).toBe(text);
});
