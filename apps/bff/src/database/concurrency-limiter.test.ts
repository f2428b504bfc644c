import { expect, test } from 'vitest';
import { createTurns } from './concurrency-limiter.ts';

test('so many run at once, the others in their order, and a failure gives its place on', async () => {
  const inTurn = createTurns(2);
  const ends: (() => void)[] = [];
  const started: number[] = [];
  const run = (number: number) =>
    inTurn(async () => {
      started.push(number);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (number === 1) throw new Error('broken');
      return number;
    });
  const runs = Promise.allSettled([1, 2, 3, 4].map(run));
  await expect.poll(() => started).toEqual([1, 2]);
  ends[0]?.();
  await expect.poll(() => started).toEqual([1, 2, 3]);
  ends[1]?.();
  await expect.poll(() => started).toEqual([1, 2, 3, 4]);
  ends[2]?.();
  ends[3]?.();
  const results = (await runs).map((result) => (result.status === 'fulfilled' ? result.value : 'broken'));
  expect(results).toEqual(['broken', 2, 3, 4]);
});
