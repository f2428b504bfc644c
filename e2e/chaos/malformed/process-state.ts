import { setTimeout as sleep } from 'node:timers/promises';

/** What a process holds, by its own metrics. */
export interface ProcessState {
  residentMebibytes: number;
  heapMebibytes: number;
  handles: number;
  files: number;
}

const mebibyte = 1024 * 1024;

export async function readProcess(metricsUrl: string): Promise<ProcessState> {
  const text = await (await fetch(metricsUrl)).text();
  const value = (name: string) =>
    Number(new RegExp(`^${name} ([\\d.e+]+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
  return {
    residentMebibytes: Math.round(value('process_resident_memory_bytes') / mebibyte),
    heapMebibytes: Math.round(value('nodejs_heap_size_used_bytes') / mebibyte),
    handles: value('nodejs_active_handles_total'),
    files: value('process_open_fds'),
  };
}

/** Connections take a moment to go. @returns what is held when handles are back, or in the end */
export async function readSettled(
  metricsUrl: string,
  before: ProcessState,
  timeoutMs = 20_000,
): Promise<ProcessState> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const state = await readProcess(metricsUrl);
    if (leaksOf(before, state).length === 0 || Date.now() > deadline) return state;
    await sleep(250);
  }
}

/** Connections of pools and caches may be more than at the start; what grows with the requests may not. */
const spareHandles = 30;
const spareMebibytes = 150;

export function leaksOf(before: ProcessState, after: ProcessState): string[] {
  const leaks: string[] = [];
  if (!(after.handles <= before.handles + spareHandles))
    leaks.push(`handles: ${before.handles} → ${after.handles}`);
  if (!(after.files <= before.files + spareHandles)) leaks.push(`files: ${before.files} → ${after.files}`);
  if (!(after.heapMebibytes <= before.heapMebibytes + spareMebibytes))
    leaks.push(`heap: ${before.heapMebibytes} → ${after.heapMebibytes} MiB`);
  return leaks;
}
