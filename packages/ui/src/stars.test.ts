import { expect, it } from 'vitest';
import { ratingPercent } from './stars.tsx';

it.each([
  [4.9, 98],
  [5, 100],
  [2.5, 50],
  [0, 0],
  [-1, 0],
  [7, 100],
])('%d of 5 stars fill %d %% of the bar', (rating, percent) => {
  expect(ratingPercent(rating)).toBeCloseTo(percent);
});
