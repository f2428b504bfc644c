import { type Load, type LoadOptions, sendLoad } from './load.ts';
import type { Contender } from './rounds.ts';
import type { Server } from './servers/launch.ts';
import { median, medianRatio } from './statistics.ts';

export interface LoadSample extends Load {
  /** CPU time of the server per request, in µs. */
  cpuMicros: number;
  /** CPU utilisation of the server, in cores. If it is far below 1, the load generator was the limit. */
  busy: number;
}

/** A contender measured for throughput and CPU time. */
export function loadContender(name: string, server: Server, load: LoadOptions): Contender<LoadSample> {
  return {
    name,
    async measure() {
      const startedAt = performance.now();
      const before = await server.usage();
      const result = await sendLoad(load);
      const after = await server.usage();
      const cpuMs = after.cpuMs - before.cpuMs;
      return {
        ...result,
        cpuMicros: (cpuMs * 1_000) / result.requests,
        busy: cpuMs / (performance.now() - startedAt),
      };
    },
  };
}

export const loadColumns = ['', 'a second', 'p50 ms', 'p99 ms', 'CPU µs', 'busy'] as const;

/** Medians of a contender, in the columns of {@link loadColumns}. */
export function loadRow(name: string, samples: readonly LoadSample[]): (string | number)[] {
  const middle = (value: (sample: LoadSample) => number) => median(samples.map(value));
  return [
    name,
    middle(({ perSecond }) => perSecond),
    middle(({ p50Ms }) => p50Ms),
    middle(({ p99Ms }) => p99Ms),
    middle(({ cpuMicros }) => cpuMicros),
    middle(({ busy }) => busy),
  ];
}

/** Ratios of the first contender to the second: requests per second, and requests per CPU time. */
export function loadRatios(first: readonly LoadSample[], second: readonly LoadSample[]) {
  const of = (samples: readonly LoadSample[], value: (sample: LoadSample) => number) => samples.map(value);
  return {
    throughput: medianRatio(
      of(first, ({ perSecond }) => perSecond),
      of(second, ({ perSecond }) => perSecond),
    ),
    processor: medianRatio(
      of(second, ({ cpuMicros }) => cpuMicros),
      of(first, ({ cpuMicros }) => cpuMicros),
    ),
  };
}
