import { expect, it } from 'vitest';
import type { SoldBatch } from '../orders/store/order-tables.ts';
import { type BatchTerm, differencesOf } from './batch-terms.ts';

const sold: SoldBatch = {
  course_id: 101,
  course_name: 'Leading SAFe',
  course_schedule_id: 101417991205,
  start_date: '2099-12-05',
  end_date: '2099-12-06',
  start_time: '09:00',
  end_time: '13:00',
  day_type: 'weekend',
  time_type: 'morning',
  online_class_room: 'Zoom',
  instructor_name: 'Kavya R',
};
const sessions = (...days: string[]) =>
  days.map((date) => ({ date, start_time: '09:00', end_time: '13:00' }));

it.each<[string, Partial<SoldBatch>, BatchTerm[]]>([
  ['no change', {}, []],
  ['the same hours in another format', { start_time: '9:00 am', end_time: '13:00:00' }, []],
  ['the days that follow from its dates', { sessions: sessions('2099-12-05', '2099-12-06') }, []],
  ['another name, and a city that was unknown before', { course_name: 'SAFe', city: 'Pune' }, []],
  ['spaces', { instructor_name: ' Kavya  R' }, []],
  ['joining instructions', { joining: 'Hall 3' }, []],
  ['other days', { start_date: '2099-12-12', end_date: '2099-12-13' }, ['days']],
  ['another end', { end_date: '2099-12-13' }, ['days']],
  ['other hours', { start_time: '10:00' }, ['days']],
  ['hours that cannot be parsed', { start_time: 'evening' }, ['days']],
  ['other sessions', { sessions: sessions('2099-12-05', '2099-12-12') }, ['days']],
  ['another room', { online_class_room: 'Hall 3' }, ['room']],
  ['another trainer', { instructor_name: 'Ravi' }, ['instructor']],
])('finds the terms that differ if a batch has %s', (_, change, differences) => {
  expect(differencesOf(sold, { ...sold, ...change })).toEqual(differences);
});

it('a batch in another place has other terms', () => {
  const here = { ...sold, mode: 'classroom', city: 'Pune', venue_state: '27' } as const;
  expect(differencesOf(here, { ...here, city: 'Goa', venue_state: '30' })).toEqual(['city', 'state']);
  expect(differencesOf(here, { ...here, mode: 'online' })).toEqual(['mode']);
});
