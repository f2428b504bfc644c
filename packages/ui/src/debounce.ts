import { useEffect, useState } from 'react';

/**
 * A value that follows another once it has been still for a while.
 * @param value what changes
 * @param delayMs how long it has to be still
 */
export function useDebounced<Value>(value: Value, delayMs: number): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return debounced;
}
