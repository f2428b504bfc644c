import { setTimeout as sleep } from 'node:timers/promises';

/** Resources of a process, from its metrics. */
export interface ProcessState {
  residentMebibytes: number;
  heapMebibytes: number;
  handles: number;
  files: number;
  /** Responses with status 500 or more. */
  faults: number;
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
    faults: [...text.matchAll(/^http_requests_total\{.*status="5\d\d"\} (\d+)$/gm)].reduce(
      (sum, [, count]) => sum + Number(count),
      0,
    ),
  };
}

/**
 * Waits for connections to close.
 * @returns the first state that is no trouble compared with `before`, or the state after the time-out
 */
export async function readWhenIdle(
  metricsUrl: string,
  before: ProcessState,
  timeoutMs = 20_000,
): Promise<ProcessState> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const state = await readProcess(metricsUrl);
    if (troublesOf(before, state).length === 0 || Date.now() > deadline) return state;
    await sleep(250);
  }
}

/** Allowed growth for pools and caches. A leak would grow further with the number of requests. */
const spareHandles = 30;
const spareMebibytes = 150;

export function troublesOf(before: ProcessState, after: ProcessState): string[] {
  const troubles: string[] = [];
  if (!(after.handles <= before.handles + spareHandles))
    troubles.push(`handles: ${before.handles} → ${after.handles}`);
  if (!(after.files <= before.files + spareHandles)) troubles.push(`files: ${before.files} → ${after.files}`);
  // Includes responses whose client had disconnected.
  if (after.faults > before.faults)
    troubles.push(`answers with status 500 or more: ${before.faults} → ${after.faults}`);
  if (!(after.heapMebibytes <= before.heapMebibytes + spareMebibytes))
    troubles.push(`heap: ${before.heapMebibytes} → ${after.heapMebibytes} MiB`);
  return troubles;
}
