import { beforeEach, describe, expect, it } from 'vitest';
import { type CacheEntry, type CacheResult, createSwrCache } from './swr-cache.ts';

let clock = 0;
let results: CacheResult[] = [];
let refreshErrors: unknown[] = [];

function cacheOfText(maxBytes = 1_000_000, purgedWaitMs?: number) {
  return createSwrCache<string>({
    ...(purgedWaitMs !== undefined && { purgedWaitMs }),
    maxBytes,
    maxEntries: 100,
    sizeOf: (text) => text.length,
    now: () => clock,
    onResult: (result) => results.push(result),
    onRefreshError: (error) => refreshErrors.push(error),
  });
}

/** Fresh for 10 ms, stale-while-revalidate for 100 ms, stale-if-error for 1,000,000 ms. */
const kept = (value: string): CacheEntry<string> => ({
  value,
  freshUntil: clock + 10,
  staleWhileRevalidateUntil: clock + 100,
  staleIfErrorUntil: clock + 1_000_000,
});
const loads = (value: string) => async () => kept(value);
const fails = async (): Promise<CacheEntry<string>> => {
  throw new Error('down');
};
const settled = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  clock = 1_000_000;
  results = [];
  refreshErrors = [];
});

describe('createSwrCache', () => {
  it('loads a key once for concurrent reads (single flight)', async () => {
    const cache = cacheOfText();
    let runs = 0;
    let answer = (_: CacheEntry<string>): void => undefined;
    const load = () => {
      runs += 1;
      return new Promise<CacheEntry<string>>((resolve) => {
        answer = resolve;
      });
    };
    const all = Promise.all(Array.from({ length: 50 }, () => cache.read('a', load)));
    answer(kept('one'));
    expect(new Set((await all).map(({ value }) => value))).toEqual(new Set(['one']));
    expect(runs).toBe(1);
  });

  it('serves the stale value while a single refresh runs', async () => {
    const cache = cacheOfText();
    await cache.read('a', loads('old'));
    expect(cache.fresh('a')?.value).toBe('old');
    clock += 11;
    expect(cache.fresh('a')).toBeUndefined();
    expect((await cache.read('a', loads('new'))).value).toBe('old');
    await settled();
    expect((await cache.read('a', loads('unused'))).value).toBe('new');
    expect(results).toEqual(['loaded', 'fresh', 'stale', 'fresh']);
  });

  it('waits for the refresh with `wait`, or after stale-while-revalidate has ended', async () => {
    const cache = cacheOfText();
    await cache.read('a', loads('old'));
    clock += 11;
    expect((await cache.read('a', loads('new'), { wait: true })).value).toBe('new');
    clock += 101;
    expect((await cache.read('a', loads('newer'))).value).toBe('newer');
  });

  it('serves stale while the refresh fails, retrying after a back-off, until stale-if-error ends', async () => {
    const cache = cacheOfText();
    await cache.read('a', loads('old'));
    clock += 101;
    expect((await cache.read('a', fails)).value).toBe('old');
    let requested = 0;
    const count = async () => {
      requested += 1;
      return fails();
    };
    await cache.read('a', count);
    await cache.read('a', count, { wait: true });
    expect(requested).toBe(0);
    clock += 1_001;
    expect((await cache.read('a', count)).value).toBe('old');
    expect(requested).toBe(1);
    expect(refreshErrors).toHaveLength(2);
    clock += 1_000_000;
    await expect(cache.read('a', fails)).rejects.toThrow('down');
  });

  it('rejects if nothing can be served stale, and loads again on the next read', async () => {
    const cache = cacheOfText();
    await expect(cache.read('a', fails)).rejects.toThrow('down');
    expect((await cache.read('a', loads('there'))).value).toBe('there');
  });

  it('stays within `maxBytes`', async () => {
    const cache = cacheOfText(20_000);
    for (let index = 0; index < 50; index += 1) await cache.read(`k${index}`, loads('x'.repeat(5_000)));
    expect(cache.bytes).toBeLessThanOrEqual(20_000);
    expect(cache.entries).toBe(3);
    expect(cache.fresh('k49')).toBeDefined();
  });

  it('does not store an entry that has already expired, and removes the previous one', async () => {
    const cache = cacheOfText();
    await cache.read('a', loads('public'));
    clock += 11;
    const secret = { value: 'secret', freshUntil: 0, staleWhileRevalidateUntil: 0, staleIfErrorUntil: 0 };
    expect((await cache.read('a', async () => secret, { wait: true })).value).toBe('secret');
    expect(cache.has('a')).toBe(false);
    expect((await cache.read('a', loads('public'))).value).toBe('public');
  });

  it('serves the previous value until the background work on the new one is done, and the first value immediately', async () => {
    const work = new Map<string, PromiseWithResolvers<void>>();
    const cache = createSwrCache<string>({
      maxBytes: 10_000,
      maxEntries: 10,
      sizeOf: (text) => text.length,
      finishing: (text) => work.get(text)?.promise,
      now: () => clock,
    });
    for (const value of ['first', 'second']) work.set(value, Promise.withResolvers());
    expect((await cache.read('a', loads('first'))).value).toBe('first');
    expect(cache.fresh('a')?.value).toBe('first');
    work.get('first')?.resolve();
    await settled();
    clock += 11;
    await cache.read('a', loads('second'));
    await settled();
    expect(cache.peek('a')).toBe('first');
    // A read with `wait` joins the load in flight.
    expect((await cache.read('a', fails, { wait: true })).value).toBe('second');
    work.get('second')?.resolve();
    await settled();
    expect(cache.fresh('a')?.value).toBe('second');
  });

  it('reloads a purged value, and serves the old one only while reloading fails', async () => {
    const cache = cacheOfText();
    await cache.read('a', loads('old'));
    await cache.read('b', loads('other'));
    expect(cache.purge((key) => key === 'a')).toBe(1);
    expect(cache.fresh('a')).toBeUndefined();
    expect(cache.fresh('b')?.value).toBe('other');
    expect((await cache.read('a', fails)).value).toBe('old');
    clock += 1_001;
    expect((await cache.read('a', loads('new'))).value).toBe('new');
    expect(cache.fresh('a')?.value).toBe('new');
  });

  it('serves the purged value to all readers while a single reload takes longer than `purgedWaitMs`', async () => {
    const cache = cacheOfText(undefined, 20);
    await cache.read('a', loads('old'));
    cache.purge(() => true);
    const answer = Promise.withResolvers<CacheEntry<string>>();
    let runs = 0;
    const slowly = () => {
      runs += 1;
      return answer.promise;
    };
    results = [];
    const all = await Promise.all(Array.from({ length: 50 }, () => cache.read('a', slowly)));
    expect(new Set(all.map(({ value }) => value))).toEqual(new Set(['old']));
    expect(new Set(results)).toEqual(new Set(['stale']));
    expect((await cache.read('a', slowly)).value).toBe('old');
    expect(runs).toBe(1);
    // A caller that needs the new value waits to the end.
    const waiting = cache.read('a', slowly, { wait: true });
    answer.resolve(kept('new'));
    expect((await waiting).value).toBe('new');
    await settled();
    expect(cache.fresh('a')?.value).toBe('new');
    expect(runs).toBe(1);
  });

  it('serves the reloaded value to all waiting readers if it loads within `purgedWaitMs`', async () => {
    const cache = cacheOfText(undefined, 5_000);
    await cache.read('a', loads('old'));
    cache.purge(() => true);
    const all = await Promise.all(Array.from({ length: 50 }, () => cache.read('a', loads('new'))));
    expect(new Set(all.map(({ value }) => value))).toEqual(new Set(['new']));
  });

  it('does not store a value whose load began before a purge', async () => {
    const cache = cacheOfText();
    const answer = Promise.withResolvers<CacheEntry<string>>();
    const before = cache.read('a', () => answer.promise);
    cache.purge(() => true);
    const after = cache.read('a', loads('new'));
    answer.resolve(kept('old'));
    expect((await before).value).toBe('old');
    expect((await after).value).toBe('new');
    await settled();
    expect(cache.fresh('a')?.value).toBe('new');
  });
});
