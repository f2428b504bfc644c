import { useEffect, useState } from 'react';

/**
 * Debounces a value.
 * @param value the changing value
 * @param delayMs time without a change after which the value is returned
 */
export function useDebounced<Value>(value: Value, delayMs: number): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return debounced;
}
