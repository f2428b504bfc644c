import { expect, it } from 'vitest';
import { plural } from './count.ts';

it.each([
  [0, 'seat', undefined, '0 seats'],
  [1, 'seat', undefined, '1 seat'],
  [2, 'seat', undefined, '2 seats'],
  [1, 'batch', 'batches', '1 batch'],
  [3, 'batch', 'batches', '3 batches'],
])('%i with the noun "%s"', (count, one, many, text) => {
  expect(plural(count, one, many)).toBe(text);
});
