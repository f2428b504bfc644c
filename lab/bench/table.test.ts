import { expect, test } from 'vitest';
import { formatNumber, tableLines } from './table.ts';

test.each([
  [45_123.4, '45,123'],
  [0, '0'],
  [7, '7'],
  [12.34, '12.3'],
  [1.234, '1.23'],
  [0.8123, '0.812'],
  [Number.NaN, 'none'],
])('%d is written %s', (value, text) => {
  expect(formatNumber(value)).toBe(text);
});

test('texts are aligned left, numbers right', () => {
  const lines = tableLines({
    title: 'Rates',
    columns: ['server', 'a second'],
    rows: [
      ['bare Fastify', 45_000],
      ['BFF', 1.5],
    ],
  });
  expect(lines).toEqual([
    'Rates',
    'server        a second',
    '------------  --------',
    'bare Fastify    45,000',
    'BFF               1.50',
  ]);
});
