import { expect, it } from 'vitest';
import { ownAddress, rememberNext, takeNext } from './next-address.ts';
import { pagedRows } from './paged-rows.ts';

it.each([
  ['/orders?cases=open', '/orders?cases=open'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  [null, '/'],
])('a sign-in with the next address %s opens %s', (given, expected) => {
  expect(ownAddress(given)).toBe(expected);
});

it('a stored address is used once', () => {
  rememberNext('/orders');
  expect(takeNext()).toBe('/orders');
  expect(takeNext()).toBe('/');
});

it('rows of pages are sliced like an array', () => {
  const rows = Array.from({ length: 10 }, (_, index) => index);
  const paged = pagedRows([{ rows: rows.slice(0, 4) }, { rows: [] }, { rows: rows.slice(4) }]);
  expect(paged.length).toBe(10);
  for (let start = 0; start <= 10; start += 1)
    for (let end = start; end <= 11; end += 1)
      expect(paged.slice(start, end)).toEqual(rows.slice(start, end));
});
