/** The Web Vitals of this document, as Google defines them. */
import type { MeasuredVital, VitalName } from '@meridian/contracts/site/visits/steps';

interface Entry extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  interactionId: number;
  responseStart: number;
}

const sessionGapMs = 1_000;
const sessionMs = 5_000;
/** For every 50 interactions, INP ignores one of the slowest. */
const interactionsPerOutlier = 50;

function observe(type: string, take: (entry: Entry) => void, more = {}): void {
  try {
    const takeAll = (list: PerformanceObserverEntryList) => {
      for (const entry of list.getEntries()) take(entry as Entry);
    };
    new PerformanceObserver(takeAll).observe({ type, buffered: true, ...more });
  } catch {
    // The browser does not support this type of entry.
  }
}

/**
 * Starts measuring. Earlier entries come from the browser's buffer.
 * @param route the route to report
 * @returns a function that returns the values measured so far
 */
export function measureVitals(route: string): () => MeasuredVital[] {
  const values: Partial<Record<VitalName, number>> = {};
  const slowest = new Map<number, number>();
  let session = { value: 0, startMs: 0, endMs: 0 };

  observe('navigation', ({ responseStart }) => {
    values.TTFB = responseStart;
  });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') values.FCP = startTime;
  });
  observe('largest-contentful-paint', ({ startTime }) => {
    values.LCP = startTime;
  });
  observe('layout-shift', ({ value, startTime, hadRecentInput }) => {
    if (hadRecentInput) return;
    const { startMs, endMs } = session;
    const continues = startTime - endMs < sessionGapMs && startTime - startMs < sessionMs;
    session = continues
      ? { value: session.value + value, startMs, endMs: startTime }
      : { value, startMs: startTime, endMs: startTime };
    values.CLS = Math.max(values.CLS ?? 0, session.value);
  });
  observe(
    'event',
    ({ interactionId, duration }) => {
      if (interactionId) slowest.set(interactionId, Math.max(slowest.get(interactionId) ?? 0, duration));
    },
    { durationThreshold: 40 },
  );

  return () => {
    const durations = [...slowest.values()].sort((a, b) => b - a);
    values.INP = durations[Math.floor(durations.length / interactionsPerOutlier)];
    // The browser reports no entry if nothing has shifted.
    if (values.LCP !== undefined) values.CLS ??= 0;
    return Object.entries(values).flatMap(([vital, value]) =>
      value === undefined ? [] : [{ vital: vital as VitalName, route, value: Math.round(value * 1e4) / 1e4 }],
    );
  };
}
