import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createBatcher } from './batcher.ts';
import { isDatabaseUnavailable } from './connection/unavailable.ts';

test('items that arrive during a flush share the next one, in order and up to the limit', async () => {
  const batches: number[][] = [];
  const add = createBatcher(
    async (items: number[]) => {
      batches.push(items);
      await sleep(10);
      return items.map((item) => item * 10);
    },
    { maxSize: 3 },
  );
  const results = await Promise.all([1, 2, 3, 4, 5].map(add));
  expect(results).toEqual([10, 20, 30, 40, 50]);
  expect(batches).toEqual([[1], [2, 3, 4], [5]]);
});

test('invalid data of one item fails only that item', async () => {
  const add = createBatcher(
    async (items: string[]) => {
      await sleep(5);
      if (items.includes('bad'))
        throw Object.assign(new pg.DatabaseError('invalid input', 0, 'error'), { code: '22P02' });
      return items;
    },
    { maxSize: 10 },
  );
  const results = await Promise.allSettled(['first', 'good', 'bad', 'fine'].map(add));
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
});

test('a connection error fails its batch, and the next batch is flushed again', async () => {
  let broken = true;
  const add = createBatcher(
    async (items: string[]) => {
      if (broken) throw new Error('connection refused');
      return items;
    },
    { maxSize: 10 },
  );
  const results = await Promise.allSettled(['a', 'b'].map(add));
  expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected']);
  broken = false;
  expect(await add('c')).toBe('c');
});

test('batchers that share a limiter commit one after the other, and collect items meanwhile', async () => {
  const limiter = pLimit(1);
  let inProgress = 0;
  const batches: string[][] = [];
  const flush = async (items: string[]) => {
    inProgress += 1;
    batches.push(items);
    expect(inProgress).toBe(1);
    await sleep(100);
    inProgress -= 1;
    return items;
  };
  const [first, second] = [
    createBatcher(flush, { maxSize: 9, limiter }),
    createBatcher(flush, { maxSize: 9, limiter }),
  ];
  const begun = first('a');
  await expect.poll(() => batches).toEqual([['a']]);
  const results = await Promise.all([begun, second('b'), second('c'), first('d'), first('e')]);
  expect(results).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(batches).toEqual([['a'], ['b', 'c'], ['d', 'e']]);
});

test('a commit that never ends is abandoned at its deadline and blocks neither the next one nor its callers', async () => {
  const limiter = pLimit(1);
  const batches: string[][] = [];
  const flush = async (items: string[]) => {
    batches.push(items);
    if (items.includes('stuck')) await new Promise(() => undefined);
    return items;
  };
  const first = createBatcher(flush, { maxSize: 2, limiter, deadlineMs: 600 });
  const second = createBatcher(flush, { maxSize: 2, limiter, deadlineMs: 100 });
  const stuck = first('stuck').catch((error: unknown) => error);
  // Queued behind the stuck flush; dropped at its own deadline.
  const waiting = second('waiting').catch((error: unknown) => error);
  expect(isDatabaseUnavailable(await waiting)).toBe(true);
  expect(isDatabaseUnavailable(await stuck)).toBe(true);
  expect(await first('next')).toBe('next');
  expect(await second('next')).toBe('next');
  expect(batches).toEqual([['stuck'], ['next'], ['next']]);
});
