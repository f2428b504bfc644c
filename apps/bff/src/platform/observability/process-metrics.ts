/** Gauges of this process: its connection pools and its event loop. */
import { performance } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';

/** The counts of a `pg.Pool`. */
export interface PoolCounts {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  readonly options: { readonly max: number };
}

/** @returns a function that adds a pool under its name */
export function createPoolMetrics(register: Registry): (name: string, pool: PoolCounts) => void {
  const pools = new Map<string, PoolCounts>();
  const gauge = (name: string, help: string, ...labelNames: string[]) => ({
    name,
    help,
    labelNames: ['pool', ...labelNames],
    registers: [register],
  });
  new Gauge({
    ...gauge('database_pool_connections', 'Connections of a pool to the database, by state', 'state'),
    collect() {
      for (const [pool, { totalCount, idleCount }] of pools) {
        this.set({ pool, state: 'idle' }, idleCount);
        this.set({ pool, state: 'used' }, totalCount - idleCount);
      }
    },
  });
  new Gauge({
    ...gauge('database_pool_connections_max', 'Maximum connections of a pool'),
    collect() {
      for (const [pool, { options }] of pools) this.set({ pool }, options.max);
    },
  });
  new Gauge({
    ...gauge('database_pool_waiting', 'Statements and transactions that wait for a connection'),
    collect() {
      for (const [pool, { waitingCount }] of pools) this.set({ pool }, waitingCount);
    },
  });
  return (name, pool) => pools.set(name, pool);
}

/** Adds a gauge: the share of the time since the last scrape in which the event loop was busy. */
export function createEventLoopMetrics(register: Registry): void {
  let last = performance.eventLoopUtilization();
  new Gauge({
    name: 'nodejs_eventloop_utilization_ratio',
    help: 'Share of the time since the last scrape in which the event loop was busy, 0 to 1',
    registers: [register],
    collect() {
      const now = performance.eventLoopUtilization();
      this.set(performance.eventLoopUtilization(now, last).utilization);
      last = now;
    },
  });
}
