/** Counters with two labels, cheap enough to count every request. */
import { Counter, type Registry } from 'prom-client';

interface CounterOptions {
  name: string;
  help: string;
  /** The two label names. */
  labelNames: [string, string];
}

/**
 * Counts in plain maps, and fills the registry on each scrape. A labelled counter of prom-client would build
 * and hash a string for each request.
 */
export function counter(register: Registry, options: CounterOptions) {
  const counts = new Map<string, Map<string | number, number>>();
  const [first, second] = options.labelNames;
  new Counter({
    ...options,
    registers: [register],
    collect() {
      this.reset();
      for (const [outer, inner] of counts)
        for (const [label, count] of inner) this.inc({ [first]: outer, [second]: label }, count);
    },
  });
  return (outer: string, label: string | number, by = 1) => {
    let inner = counts.get(outer);
    if (!inner) {
      inner = new Map();
      counts.set(outer, inner);
    }
    inner.set(label, (inner.get(label) ?? 0) + by);
  };
}
