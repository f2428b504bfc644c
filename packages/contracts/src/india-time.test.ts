import { describe, expect, it } from 'vitest';
import { dayInIndia, dayNumberInIndia, nextIndiaMidnight, readDay, timeInIndia } from './india-time.ts';

const zone = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' });

describe("India's days", () => {
  it.each([
    '2026-11-21T18:29:59.999Z',
    '2026-11-21T18:30:00.000Z',
    '2024-02-29T00:00:00Z',
    '2026-12-31T23:59:59Z',
  ])('equal those of the time zone data: %s', (text) => {
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
