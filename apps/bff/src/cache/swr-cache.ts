/** A bounded cache with stale-while-revalidate, stale-if-error and single flight for each key. */
import { LRUCache } from 'lru-cache';

/** A value and how long it may be served; times are milliseconds since 1970. */
export interface CacheEntry<Value> {
  value: Value;
  /** Fresh until then. */
  freshUntil: number;
  /** Until then it is served stale while one refresh runs. After that a request waits for the refresh. */
  staleWhileRevalidateUntil: number;
  /** Until then it is served stale where the refresh fails. A time that is past keeps it from being stored. */
  staleIfErrorUntil: number;
}

export type CacheResult = 'fresh' | 'stale' | 'loaded' | 'stale_if_error';

export interface SwrCacheOptions<Value> {
  maxBytes: number;
  maxEntries: number;
  /** Size of a value in bytes. */
  sizeOf: (value: Value) => number;
  now?: () => number;
  /** Told how each request was served. */
  onResult?: (result: CacheResult) => void;
  /** Told of a refresh that failed while nobody waited for it. */
  onRefreshError?: (error: unknown, key: string) => void;
  /** Work on a value that nobody waits for and that never rejects; the value's size is taken again after it. */
  finishing?: (value: Value) => Promise<void> | undefined;
}

/** After a failed refresh the next one waits so long, or an upstream that is down is asked at every request. */
const retryGapMs = 1_000;
/** Bookkeeping of an entry beside its value. */
const entryOverheadBytes = 512;

export interface SwrCache<Value> {
  /** The fresh value at once, or undefined. */
  fresh(key: string): CacheEntry<Value> | undefined;
  /**
   * @param load makes the value; concurrent requests for one key share one run. What it throws reaches those who
   *   wait, unless something older may still be served
   * @param options.wait waits for the refresh where the value is not fresh any more
   */
  read(
    key: string,
    load: () => Promise<CacheEntry<Value>>,
    options?: { wait?: boolean },
  ): Promise<CacheEntry<Value>>;
  /** True where something is kept, fresh or not. */
  has(key: string): boolean;
  /** What is kept, fresh or not. */
  peek(key: string): Value | undefined;
  /**
   * Makes what it chooses be loaded anew by whoever asks next. Only while loading fails is it still served, so that
   * a purge takes no site down. What is being loaded just now is not stored.
   * @returns how many entries it has chosen
   */
  purge(choose: (key: string, value: Value) => boolean): number;
  /**
   * Makes everything be loaded anew, but serves it while that is done: for what may have changed, where nobody has said
   * that it did. What is being loaded just now is not stored.
   */
  refreshAll(): void;
  readonly bytes: number;
  readonly entries: number;
}

export function createSwrCache<Value>(options: SwrCacheOptions<Value>): SwrCache<Value> {
  const { sizeOf, now = Date.now, onResult, onRefreshError, finishing } = options;
  const flights = new Map<string, Promise<CacheEntry<Value>>>();
  const retryAt = new LRUCache<string, number>({ max: 1_000 });
  const entries = new LRUCache<string, CacheEntry<Value>>({
    max: options.maxEntries,
    maxSize: options.maxBytes,
    sizeCalculation: ({ value }, key) => sizeOf(value) + key.length * 2 + entryOverheadBytes,
  });

  async function storeResult(key: string, flight: Promise<CacheEntry<Value>>): Promise<void> {
    const store = (entry: CacheEntry<Value>) => {
      // A flight that was under way at a purge may carry what had to go.
      if (flights.get(key) !== flight) return;
      // The cache takes the size of a value that it holds already only when it comes anew.
      entries.delete(key);
      if (now() < entry.staleIfErrorUntil) entries.set(key, entry);
    };
    try {
      const entry = await flight;
      retryAt.delete(key);
      const finished = finishing?.(entry.value);
      // What is served until now is finished, so it goes on being served until this is.
      if (!finished || !entries.has(key)) store(entry);
      if (finished) {
        await finished;
        store(entry);
      }
    } catch {
      // The error itself reaches those who wait for the flight.
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
        const loaded = await refresh(key, load);
        onResult?.('loaded');
        return loaded;
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
