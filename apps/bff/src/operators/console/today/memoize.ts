/**
 * Caches a read for `keptMs` from its start, so that many operators cause one read. Concurrent callers share
 * it. Failures are not cached.
 * @param read reads the value; cached per source and key
 */
export function memoizeFor<Source extends object, Key, Value>(
  keptMs: number,
  read: (source: Source, key: Key) => Promise<Value>,
): (source: Source, key: Key) => Promise<Value> {
  const known = new WeakMap<Source, Map<string, { value: Promise<Value>; untilMs: number }>>();
  return (source, key) => {
    const entries = known.get(source) ?? new Map();
    known.set(source, entries);
    const name = JSON.stringify(key) ?? '';
    const entry = entries.get(name);
    if (entry && entry.untilMs > performance.now()) return entry.value;
    const value = read(source, key);
    entries.set(name, { value, untilMs: performance.now() + keptMs });
    value.catch(() => entries.delete(name));
    return value;
  };
}
