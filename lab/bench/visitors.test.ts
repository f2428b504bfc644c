import { expect, test } from 'vitest';
import { createVisitors } from './visitors.ts';

test('visits start at the given rate, and each fault is counted under its name', async () => {
  let number = 0;
  const visitors = createVisitors(async () => {
    number += 1;
    if (number % 5 === 0) throw new Error('reset');
    return number % 2 === 0 ? 'HTTP 500' : undefined;
  }, 200);
  const startedAt = performance.now();
  await visitors.come(100);
  expect(performance.now() - startedAt).toBeGreaterThan(90);
  expect(visitors.visits).toBe(20);
  expect(visitors.latenciesMs).toHaveLength(20);
  expect([...visitors.faults]).toEqual([
    ['HTTP 500', 8],
    ['no answer: Error: reset', 4],
  ]);
});

test('the load ends after the last answer', async () => {
  let answered = 0;
  const visitors = createVisitors(async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    answered += 1;
    return undefined;
  }, 100);
  await visitors.come(50);
  expect(answered).toBe(5);
});
