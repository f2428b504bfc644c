/** Metrics of the state of this replica and of the database, read on a scrape. */
import { Gauge, type Registry } from 'prom-client';
import type { LedgerMonitor } from '../../leads/ledger/ledger-monitor.ts';
import type { FileQuotas } from '../../leads/uploads/file-quota.ts';
import { createGauges, hide, show } from './gauges.ts';
import type { State } from './read-state.ts';

/** Max age of the state, which scrapes share. */
const maxAgeMs = 5_000;

export interface StateSource {
  /** Reads the state of the database. If this fails, the gauges are absent, not outdated. */
  read: () => Promise<State>;
  onError: (error: unknown) => void;
  ledger: Pick<LedgerMonitor, 'moves' | 'silentSeconds'>;
  /** A worker serves no pages. */
  serves: 'pages' | 'jobs';
  /** True once graceful shutdown has begun. */
  stopping: () => boolean;
  /** Storage quotas of uploads. */
  fileQuotas: FileQuotas;
  /** State after the last upstream call. */
  upstreamState: () => 'up' | 'down' | 'unknown';
}

/** @returns a function that updates the gauges; it never throws */
export function createStateMetrics(
  register: Registry,
  { read, onError, ledger, serves, stopping, fileQuotas, upstreamState }: StateSource,
): () => Promise<void> {
  const gauges = createGauges(register);
  const readiness = new Gauge({
    name: 'bff_ready',
    help: '1 if pages can be served (/readyz), and 1 if leads and orders can be stored (/readyz/writes)',
    labelNames: ['serves'],
    registers: [register],
  });
  const silence = new Gauge({
    name: 'ledger_silent_seconds',
    help: 'Seconds since the database last accepted a commit, probed every two seconds',
    registers: [register],
  });
  const upstream = new Gauge({
    name: 'upstream_up',
    help: '1 if the upstream answered the last call, 0 if it did not; absent before the first call',
    registers: [register],
  });
  const quotas = new Gauge({
    name: 'lead_files_quota_bytes',
    help: 'Maximum size of stored uploads; beyond it uploads are refused',
    labelNames: ['kind'],
    registers: [register],
  });
  for (const kind of ['all', 'quarantined'] as const) quotas.set({ kind }, fileQuotas[kind]);
  let readAt = Number.NEGATIVE_INFINITY;
  let flight: Promise<void> | undefined;

  async function refresh(): Promise<void> {
    const moves = ledger.moves();
    if (serves === 'pages') readiness.set({ serves: 'pages' }, stopping() ? 0 : 1);
    readiness.set({ serves: 'writes' }, moves && !stopping() ? 1 : 0);
    silence.set(ledger.silentSeconds());
    const state = upstreamState();
    if (state === 'unknown') upstream.remove();
    else upstream.set(state === 'up' ? 1 : 0);
    try {
      // If the database is known to be silent, a scrape does not wait for it.
      if (moves) show(gauges, await read());
      else hide(gauges);
    } catch (error) {
      hide(gauges);
      onError(error);
    }
    readAt = performance.now();
  }

  return async () => {
    if (performance.now() - readAt < maxAgeMs) return;
    flight ??= refresh().finally(() => {
      flight = undefined;
    });
    await flight;
  };
}
