/** A bounded cache that serves what it has while one refresh runs, and for longer while refreshing fails. */
import { LRUCache } from 'lru-cache';

/** A value and how long it serves; times are milliseconds since 1970. */
export interface Kept<Value> {
  value: Value;
  /** Served without a question until then. */
  freshUntil: number;
  /** Then served while one refresh runs, until then. After that a request waits for the refresh. */
  usableUntil: number;
  /** Served until then where the refresh fails. A time that is past keeps the value from being stored at all. */
  keptUntil: number;
}

export type CacheResult = 'fresh' | 'stale' | 'loaded' | 'kept';

export interface StaleCacheOptions<Value> {
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

export interface StaleCache<Value> {
  /** The fresh value at once, or undefined. */
  fresh(key: string): Kept<Value> | undefined;
  /**
   * @param load makes the value; concurrent requests for one key share one run. What it throws reaches those who
   *   wait, unless something older may still be served
   * @param options.wait waits for the refresh where the value is not fresh any more
   */
  read(key: string, load: () => Promise<Kept<Value>>, options?: { wait?: boolean }): Promise<Kept<Value>>;
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

export function createStaleCache<Value>(options: StaleCacheOptions<Value>): StaleCache<Value> {
  const { sizeOf, now = Date.now, onResult, onRefreshError, finishing } = options;
  const flights = new Map<string, Promise<Kept<Value>>>();
  const retryAt = new LRUCache<string, number>({ max: 1_000 });
  const entries = new LRUCache<string, Kept<Value>>({
    max: options.maxEntries,
    maxSize: options.maxBytes,
    sizeCalculation: ({ value }, key) => sizeOf(value) + key.length * 2 + entryOverheadBytes,
  });

  async function land(key: string, flight: Promise<Kept<Value>>): Promise<void> {
    const store = (kept: Kept<Value>) => {
      // A flight that was under way at a purge may carry what had to go.
      if (flights.get(key) !== flight) return;
      // The cache takes the size of a value that it holds already only when it comes anew.
      entries.delete(key);
      if (now() < kept.keptUntil) entries.set(key, kept);
    };
    try {
      const kept = await flight;
      retryAt.delete(key);
      const finished = finishing?.(kept.value);
      // What is served until now is finished, so it goes on being served until this is.
      if (!finished || !entries.has(key)) store(kept);
      if (finished) {
        await finished;
        store(kept);
      }
    } catch {
      // The error itself reaches those who wait for the flight.
      retryAt.set(key, now() + retryGapMs);
    } finally {
      if (flights.get(key) === flight) flights.delete(key);
    }
  }

  function refresh(key: string, load: () => Promise<Kept<Value>>): Promise<Kept<Value>> {
    const running = flights.get(key);
    if (running) return running;
    const flight = load();
    flights.set(key, flight);
    void land(key, flight);
    return flight;
  }

  function fresh(key: string): Kept<Value> | undefined {
    const kept = entries.get(key);
    if (kept === undefined || now() >= kept.freshUntil) return undefined;
    onResult?.('fresh');
    return kept;
  }

  async function readStale(
    kept: Kept<Value>,
    key: string,
    load: () => Promise<Kept<Value>>,
    wait: boolean,
  ): Promise<Kept<Value>> {
    const failedLately = now() < (retryAt.get(key) ?? 0);
    if (!wait && now() < kept.usableUntil) {
      if (!failedLately) refresh(key, load).catch((error: unknown) => onRefreshError?.(error, key));
      onResult?.('stale');
      return kept;
    }
    try {
      if (!failedLately) {
        const loaded = await refresh(key, load);
        onResult?.('loaded');
        return loaded;
      }
    } catch (error) {
      if (now() >= kept.keptUntil) throw error;
      onRefreshError?.(error, key);
    }
    onResult?.('kept');
    return kept;
  }

  return {
    fresh,
    async read(key, load, { wait = false } = {}) {
      const kept = entries.get(key);
      if (kept && now() < kept.freshUntil) {
        onResult?.('fresh');
        return kept;
      }
      if (kept && now() < kept.keptUntil) return readStale(kept, key, load, wait);
      const loaded = await refresh(key, load);
      onResult?.('loaded');
      return loaded;
    },
    has: (key) => entries.has(key),
    peek: (key) => entries.peek(key)?.value,
    purge(choose) {
      flights.clear();
      let chosen = 0;
      for (const [key, kept] of entries.entries()) {
        if (!choose(key, kept.value)) continue;
        kept.freshUntil = 0;
        kept.usableUntil = 0;
        retryAt.delete(key);
        chosen += 1;
      }
      return chosen;
    },
    refreshAll() {
      flights.clear();
      for (const kept of entries.values()) kept.freshUntil = 0;
    },
    get bytes() {
      return entries.calculatedSize;
    },
    get entries() {
      return entries.size;
    },
  };
}
