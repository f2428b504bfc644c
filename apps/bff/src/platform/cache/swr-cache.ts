/** Bounded LRU cache with stale-while-revalidate, stale-if-error and single flight per key. */
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

/** A value and its expiry times, in milliseconds since 1970. */
export interface CacheEntry<Value> {
  value: Value;
  /** Served as fresh until then. */
  freshUntil: number;
  /** Served stale until then while one refresh runs; after that, requests wait for the refresh. */
  staleWhileRevalidateUntil: number;
  /** Served stale until then if the refresh fails. An entry whose time is in the past is not stored. */
  staleIfErrorUntil: number;
}

export type CacheResult = 'fresh' | 'stale' | 'loaded' | 'stale_if_error';

export interface SwrCacheOptions<Value> {
  maxBytes: number;
  maxEntries: number;
  /** Size of a value in bytes. */
  sizeOf: (value: Value) => number;
  now?: () => number;
  /**
   * Max wait of a read for the reload of a purged value; then the old value is served stale. Default: no
   * limit.
   */
  purgedWaitMs?: number;
  /** Called for each read that returns an entry, with how it was served. */
  onResult?: (result: CacheResult) => void;
  /** Called if a refresh fails and the old value is served. */
  onRefreshError?: (error: unknown, key: string) => void;
  /** Background work on a stored value; must not reject. Its size is measured again afterwards. */
  finishing?: (value: Value) => Promise<void> | undefined;
}

/** Back-off after a failed refresh, so that a failing upstream is not called on every request. */
const retryGapMs = 1_000;
/** Estimated overhead per entry. */
const entryOverheadBytes = 512;

export interface SwrCache<Value> {
  /** Returns a fresh entry synchronously, or undefined. */
  fresh(key: string): CacheEntry<Value> | undefined;
  /**
   * @param load produces the value, with single flight per key. Its error reaches the waiting callers
   *   unless a stale value may be served
   * @param options.wait waits for the refresh if the value is not fresh
   */
  read(
    key: string,
    load: () => Promise<CacheEntry<Value>>,
    options?: { wait?: boolean },
  ): Promise<CacheEntry<Value>>;
  /** True if an entry exists, fresh or stale. */
  has(key: string): boolean;
  /** The value of an entry, fresh or stale. */
  peek(key: string): Value | undefined;
  /**
   * Invalidates the chosen entries: the next read reloads. The old value is served only if the reload fails
   * or takes longer than `purgedWaitMs`. Loads in flight are not stored.
   * @returns number of entries chosen
   */
  purge(choose: (key: string, value: Value) => boolean): number;
  /** Marks every entry stale: it is served while it is refreshed. Loads in flight are not stored. */
  refreshAll(): void;
  readonly bytes: number;
  readonly entries: number;
}

export function createSwrCache<Value>(options: SwrCacheOptions<Value>): SwrCache<Value> {
  const { sizeOf, now = Date.now, purgedWaitMs, onResult, onRefreshError, finishing } = options;
  const flights = new Map<string, Promise<CacheEntry<Value>>>();
  const retryAt = new LRUCache<string, number>({ max: 1_000 });
  const purged = new WeakSet<CacheEntry<Value>>();
  const entries = new LRUCache<string, CacheEntry<Value>>({
    max: options.maxEntries,
    maxSize: options.maxBytes,
    sizeCalculation: ({ value }, key) => sizeOf(value) + key.length * 2 + entryOverheadBytes,
  });

  async function storeResult(key: string, flight: Promise<CacheEntry<Value>>): Promise<void> {
    const store = (entry: CacheEntry<Value>) => {
      // A purge has detached this load: its result may be older than the purge.
      if (flights.get(key) !== flight) return;
      // The LRU measures a value's size only on insertion.
      entries.delete(key);
      if (now() < entry.staleIfErrorUntil) entries.set(key, entry);
    };
    try {
      const entry = await flight;
      retryAt.delete(key);
      const finished = finishing?.(entry.value);
      // The previous value is served until the background work on the new value is done.
      if (!finished || !entries.has(key)) store(entry);
      if (finished) {
        await finished;
        store(entry);
      }
    } catch {
      // Waiting callers get the error through the flight.
      retryAt.set(key, now() + retryGapMs);
    } finally {
      if (flights.get(key) === flight) flights.delete(key);
    }
  }

  function refresh(key: string, load: () => Promise<CacheEntry<Value>>): Promise<CacheEntry<Value>> {
    const running = flights.get(key);
    if (running) return running;
    const flight = load();
    flights.set(key, flight);
    void storeResult(key, flight);
    return flight;
  }

  function fresh(key: string): CacheEntry<Value> | undefined {
    const entry = entries.get(key);
    if (entry === undefined || now() >= entry.freshUntil) return undefined;
    onResult?.('fresh');
    return entry;
  }

  async function readStale(
    entry: CacheEntry<Value>,
    key: string,
    load: () => Promise<CacheEntry<Value>>,
    wait: boolean,
  ): Promise<CacheEntry<Value>> {
    const failedLately = now() < (retryAt.get(key) ?? 0);
    if (!wait && now() < entry.staleWhileRevalidateUntil) {
      if (!failedLately) refresh(key, load).catch((error: unknown) => onRefreshError?.(error, key));
      onResult?.('stale');
      return entry;
    }
    try {
      if (!failedLately) {
        const loading = refresh(key, load);
        const mayGiveUp = !wait && purgedWaitMs !== undefined && purged.has(entry);
        const loaded = await (mayGiveUp
          ? Promise.race([loading, sleep(purgedWaitMs, undefined, { ref: false })])
          : loading);
        onResult?.(loaded ? 'loaded' : 'stale');
        return loaded ?? entry;
      }
    } catch (error) {
      if (now() >= entry.staleIfErrorUntil) throw error;
      onRefreshError?.(error, key);
    }
    onResult?.('stale_if_error');
    return entry;
  }

  return {
    fresh,
    async read(key, load, { wait = false } = {}) {
      const entry = entries.get(key);
      if (entry && now() < entry.freshUntil) {
        onResult?.('fresh');
        return entry;
      }
      if (entry && now() < entry.staleIfErrorUntil) return readStale(entry, key, load, wait);
      const loaded = await refresh(key, load);
      onResult?.('loaded');
      return loaded;
    },
    has: (key) => entries.has(key),
    peek: (key) => entries.peek(key)?.value,
    purge(choose) {
      flights.clear();
      let chosen = 0;
      for (const [key, entry] of entries.entries()) {
        if (!choose(key, entry.value)) continue;
        entry.freshUntil = 0;
        entry.staleWhileRevalidateUntil = 0;
        purged.add(entry);
        retryAt.delete(key);
        chosen += 1;
      }
      return chosen;
    },
    refreshAll() {
      flights.clear();
      for (const entry of entries.values()) entry.freshUntil = 0;
    },
    get bytes() {
      return entries.calculatedSize;
    },
    get entries() {
      return entries.size;
    },
  };
}
