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

/** Fresh for 10, usable for 100, kept for 1,000,000. */
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
  it('asks once for what many want at the same time', async () => {
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

  it('serves what is stale while one refresh runs', async () => {
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

  it('waits for the refresh if it is told to, and if the value is too old to be shown', async () => {
    const cache = cacheOfText();
    await cache.read('a', loads('old'));
    clock += 11;
    expect((await cache.read('a', loads('new'), { wait: true })).value).toBe('new');
    clock += 101;
    expect((await cache.read('a', loads('newer'))).value).toBe('newer');
  });

  it('keeps serving while refreshing fails, asking now and then, until the end of its time', async () => {
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

  it('passes a failure on if there is nothing to serve, and asks again at once', async () => {
    const cache = cacheOfText();
    await expect(cache.read('a', fails)).rejects.toThrow('down');
    expect((await cache.read('a', loads('there'))).value).toBe('there');
  });

  it('stays within its bytes', async () => {
    const cache = cacheOfText(20_000);
    for (let index = 0; index < 50; index += 1) await cache.read(`k${index}`, loads('x'.repeat(5_000)));
    expect(cache.bytes).toBeLessThanOrEqual(20_000);
    expect(cache.entries).toBe(3);
    expect(cache.fresh('k49')).toBeDefined();
  });

  it('stores nothing that says so', async () => {
    const cache = cacheOfText();
    await cache.read('a', loads('public'));
    clock += 11;
    const secret = { value: 'secret', freshUntil: 0, staleWhileRevalidateUntil: 0, staleIfErrorUntil: 0 };
    expect((await cache.read('a', async () => secret, { wait: true })).value).toBe('secret');
    expect(cache.has('a')).toBe(false);
    expect((await cache.read('a', loads('public'))).value).toBe('public');
  });

  it('serves the finished value until the newer one is finished, the first one at once', async () => {
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

  it('loads anew what was purged, and serves it again only while loading fails', async () => {
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

  it('serves what was purged to everybody while one load runs, if that takes long', async () => {
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

  it('serves what was loaded anew within the time, to all who wait', async () => {
    const cache = cacheOfText(undefined, 5_000);
    await cache.read('a', loads('old'));
    cache.purge(() => true);
    const all = await Promise.all(Array.from({ length: 50 }, () => cache.read('a', loads('new'))));
    expect(new Set(all.map(({ value }) => value))).toEqual(new Set(['new']));
  });

  it('does not store what was being loaded at a purge', async () => {
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
