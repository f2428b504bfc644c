import { expect, test } from 'vitest';
import { median, medianRatio, percentile } from './statistics.ts';

test.each([
  { values: [3], middle: 3 },
  { values: [9, 1, 5], middle: 5 },
  { values: [10, 9, 1, 2], middle: 5.5 },
])('the median of $values is $middle', ({ values, middle }) => {
  expect(median(values)).toBe(middle);
});

test('percentiles lie between the values, by proportion', () => {
  const values = Array.from({ length: 101 }, (_value, index) => 100 - index);
  expect(percentile(values, 0)).toBe(0);
  expect(percentile(values, 99)).toBe(99);
  expect(percentile([1, 2], 75)).toBe(1.75);
  expect(percentile([1, 2], 100)).toBe(2);
});

test('a median needs a value', () => {
  expect(() => median([])).toThrow(RangeError);
});

test('a ratio compares the values of the same round', () => {
  // The second round is slow and the third is fast: the ratio of the medians would be 1.
  expect(medianRatio([80, 40, 160], [100, 50, 200])).toBe(0.8);
  expect(() => medianRatio([1, 2], [1])).toThrow(RangeError);
});
