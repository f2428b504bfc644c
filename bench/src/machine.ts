import { spawnSync } from 'node:child_process';
import { cpus, loadavg, release, totalmem, type } from 'node:os';

const cores = cpus().length;
/** Other work that runs when the benchmarks begin, in cores. */
const loadBefore = Math.round((loadavg()[0] ?? 0) * 100) / 100;

function hasTaskset(): boolean {
  return process.platform === 'linux' && spawnSync('taskset', ['--version']).status === 0;
}

/** With two cores or more the server that is measured has one to itself, and everything else shares the others. */
export const measuredCore = cores > 1 && hasTaskset() ? cores - 1 : undefined;

/**
 * Says which cores this process and what it starts from now on may use: all of them, or all but the one of the
 * server that is measured.
 */
export function useCores(which: 'all' | 'others'): void {
  if (measuredCore === undefined) return;
  const last = which === 'all' ? measuredCore : measuredCore - 1;
  spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', `0-${last}`, String(process.pid)]);
}

/** The machine that the figures come from. */
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
