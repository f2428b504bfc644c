import { spawnSync } from 'node:child_process';
import { cpus, loadavg, release, totalmem, type } from 'node:os';

const cores = cpus().length;
/** Load average at the start. */
const loadBefore = Math.round((loadavg()[0] ?? 0) * 100) / 100;

function hasTaskset(): boolean {
  return process.platform === 'linux' && spawnSync('taskset', ['--version']).status === 0;
}

/** With two or more cores, the measured server gets a dedicated core. */
export const measuredCore = cores > 1 && hasTaskset() ? cores - 1 : undefined;

/**
 * Sets the CPU affinity of this process and its later children: all cores, or all but the measured
 * server's.
 */
export function useCores(which: 'all' | 'others'): void {
  if (measuredCore === undefined) return;
  const last = which === 'all' ? measuredCore : measuredCore - 1;
  spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', `0-${last}`, String(process.pid)]);
}

/** @returns a description of the machine */
export function describeMachine() {
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores,
    memoryGb: Math.round(totalmem() / 1e9),
    system: `${type()} ${release()}`,
    node: process.version,
    loadBefore,
  };
}
