import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { systemErrorCode } from './stack-error.ts';

/** Identifies a process by its pid, which may be reused, and its start time. */
export type ProcessIdentity = { pid: number; startedAt: string };

/** Signals that do not end a process. */
export const pausingSignals: ReadonlySet<NodeJS.Signals> = new Set(['SIGSTOP', 'SIGTSTP', 'SIGCONT']);

const goneCodes = new Set(['ENOENT', 'ESRCH']);

function readProc(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (goneCodes.has(systemErrorCode(error) ?? '')) return null;
    throw error;
  }
}

function linuxStartedAt(pid: number): string | null {
  const stat = readProc(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The command name in parentheses may contain spaces and parentheses: count fields after the last one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  // A zombie has ended. It stays listed if init does not reap it.
  if (state === 'Z' || state === 'X') return null;
  const bootId = readProc('/proc/sys/kernel/random/boot_id')?.trim() ?? '';
  return `${bootId}:${fields[19]}`;
}

function psStartedAt(pid: number): string | null {
  const { status, stdout } = spawnSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  const [state, ...startedAt] = (stdout ?? '').trim().split(/\s+/);
  return status === 0 && state && !state.startsWith('Z') ? startedAt.join(' ') : null;
}

/** @returns the identity of a running process, or null */
export function identifyProcess(pid: number): ProcessIdentity | null {
  const startedAt = process.platform === 'linux' ? linuxStartedAt(pid) : psStartedAt(pid);
  return startedAt === null ? null : { pid, startedAt };
}

/** @returns whether this process is running, and not a later one with the same pid */
export function isRunning(identity: ProcessIdentity): boolean {
  return identifyProcess(identity.pid)?.startedAt === identity.startedAt;
}

/** Sends a signal. Ignores a process that has ended. A negative pid means a process group. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (systemErrorCode(error) !== 'ESRCH') throw error;
  }
}

/** Waits until a process ends. @returns false after the time-out */
export async function waitUntilEnded(identity: ProcessIdentity, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (isRunning(identity)) {
    if (Date.now() > deadline) return false;
    await delay(25);
  }
  return true;
}
