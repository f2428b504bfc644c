import { expect, it } from 'vitest';
import { formatDate, formatDay, formatTime, formatTimestamp } from './format-time.ts';

it.each([
  ['2026-11-28T04:00:00Z', 'Sat 28 Nov 2026, 9:30 am IST'],
  ['2026-03-31T18:29:59Z', 'Tue 31 Mar 2026, 11:59 pm IST'],
  ['2026-03-31T18:30:00Z', 'Wed 1 Apr 2026, 12:00 am IST'],
  ['2026-12-31T06:35:00Z', 'Thu 31 Dec 2026, 12:05 pm IST'],
])('formats %s as %s', (at, text) => {
  expect(formatTimestamp(at)).toBe(text);
});

it('formats days and times, and returns other texts unchanged', () => {
  expect(formatDate('2026-11-28')).toBe('28 Nov 2026');
  expect(formatDay('2026-11-28T10:00:00')).toBe('Sat 28 Nov 2026');
  const times = ['00:05', '9:30', '12:00:00', '19:00', '5:30 PM', '12:15 am'];
  expect(times.map(formatTime)).toEqual([
    '12:05 am',
    '9:30 am',
    '12:00 pm',
    '7:00 pm',
    '5:30 pm',
    '12:15 am',
  ]);
  expect([formatDate('soon'), formatDay('soon'), formatTime('25:00'), formatTimestamp('soon')]).toEqual([
    'soon',
    'soon',
    '25:00',
    'soon',
  ]);
});
