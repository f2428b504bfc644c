import { expect, test } from 'vitest';
import { z } from 'zod';
import { storedColumn, UnreadableRow } from './stored-column.ts';

const attendees = storedColumn(
  'orders.attendees',
  z.array(z.object({ name: z.string(), email: z.string() })),
);
const someone = { name: 'Asha', email: 'asha@example.com' };

test('a value that fits is returned', () => {
  expect(attendees.parse([someone], 'o1')).toEqual([someone]);
  expect(attendees.tryParse([someone])).toEqual([someone]);
});

test('the error names table, column, row and fields, and no values', () => {
  const read = () => attendees.parse([{ name: 'Asha', email: 4711 }, { email: 'ravi@example.com' }], 'o1');
  expect(read).toThrow(UnreadableRow);
  expect(read).toThrow(/^orders\.attendees of o1 is unreadable: 0\.email, 1\.name$/);
  expect(() => attendees.parse(null, 'o1')).toThrow(/^orders\.attendees of o1 is unreadable: all of it$/);
  expect(attendees.tryParse('Asha')).toBeUndefined();
});
