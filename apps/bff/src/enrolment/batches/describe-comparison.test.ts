import { expect, it } from 'vitest';
import { describeComparison } from './describe-comparison.ts';

it.each([
  [
    { compared: 1, opened: 1, over: 1, unread: 1 },
    '1 batch compared: 1 new change, 1 no longer applies, 1 batch could not be read',
  ],
  [
    { compared: 3, opened: 2, over: 2, unread: 2 },
    '3 batches compared: 2 new changes, 2 no longer apply, 2 batches could not be read',
  ],
  [{ compared: 2, opened: 0, over: 0, unread: 0 }, '2 batches compared: 0 new changes'],
])('describes a comparison of batches: %o', (comparison, text) => {
  expect(describeComparison(comparison)).toBe(text);
});
