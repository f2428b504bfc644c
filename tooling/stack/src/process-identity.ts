import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { systemErrorCode } from './stack-error.ts';

/** A process named beyond its number: the system gives numbers out again, also after a restart. */
export type ProcessIdentity = { pid: number; startedAt: string };

/** Signals after which a process goes on to exist. */
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
  // The command name in parentheses may itself hold spaces and parentheses: fields count from the last one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  // A zombie has ended; in a container whose first process reaps nothing it stays listed for ever.
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

/** The identity of a running process, or null when no process of that number runs. */
export function identifyProcess(pid: number): ProcessIdentity | null {
  const startedAt = process.platform === 'linux' ? linuxStartedAt(pid) : psStartedAt(pid);
  return startedAt === null ? null : { pid, startedAt };
}

/** Whether exactly this process still runs (not another that got its number later). */
export function isRunning(identity: ProcessIdentity): boolean {
  return identifyProcess(identity.pid)?.startedAt === identity.startedAt;
}

/** Sends a signal; a process or group that has ended meanwhile is no error. A negative number means a group. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (systemErrorCode(error) !== 'ESRCH') throw error;
  }
}

/** Waits until the process has ended. Returns false when it still runs after `timeoutMs`. */
export async function waitUntilEnded(identity: ProcessIdentity, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (isRunning(identity)) {
    if (Date.now() > deadline) return false;
    await delay(25);
  }
  return true;
}
