import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { identifyProcess, type ProcessIdentity, sendSignal, waitUntilEnded } from './process-identity.ts';
import { StackError, systemErrorCode } from './stack-error.ts';

const fastShutdownMs = 20_000;

function postmasterPid(clusterDir: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8'), 10);
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

// All PostgreSQL processes have the data folder as their working directory.
function worksInside(pid: number, clusterDir: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(clusterDir);
  } catch (error) {
    // The process has ended, or belongs to another user and so not to this cluster.
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(systemErrorCode(error) ?? '')) return false;
    throw error;
  }
}

/** @returns the processes of this cluster; without /proc only the postmaster, from its lock file */
function processesOf(clusterDir: string): ProcessIdentity[] {
  const lockHolder = postmasterPid(clusterDir);
  const pids = existsSync('/proc/self/cwd')
    ? readdirSync('/proc')
        .map(Number)
        .filter((pid) => pid > 0 && worksInside(pid, clusterDir))
    : [lockHolder ?? 0].filter(Boolean);
  return pids.flatMap((pid) => identifyProcess(pid) ?? []);
}

/**
 * Stops a PostgreSQL server that a killed launcher left running, and removes a stale lock file. The server is
 * not reused, because its port may differ and only child processes can be watched. Afterwards no process uses
 * the folder.
 * @returns whether a server was running
 * @throws StackError `postgres_failed` if a process still uses the folder: a second server would corrupt the
 * data
 */
export async function recoverCluster(clusterDir: string): Promise<boolean> {
  if (!existsSync(clusterDir)) return false;
  const left = processesOf(clusterDir);
  const postmaster = left.find(({ pid }) => pid === postmasterPid(clusterDir));
  if (postmaster) {
    // SIGINT is fast shutdown, SIGQUIT immediate shutdown.
    sendSignal(postmaster.pid, 'SIGINT');
    if (!(await waitUntilEnded(postmaster, fastShutdownMs))) sendSignal(postmaster.pid, 'SIGQUIT');
  }
  // The other processes exit when the postmaster has ended.
  const ended = await Promise.all(left.map((identity) => waitUntilEnded(identity, fastShutdownMs)));
  const stuck = left.filter((_, index) => !ended[index]).map(({ pid }) => pid);
  if (stuck.length > 0) {
    throw new StackError(
      'postgres_failed',
      `${clusterDir} is in use by process ${stuck.join(', ')}, which an earlier start left running and which does ` +
        'not exit. End the process and start again.',
      { retry: true },
    );
  }
  rmSync(join(clusterDir, 'postmaster.pid'), { force: true });
  return left.length > 0;
}

/** Kills the server of a cluster. The next start recovers the data from the WAL. */
export function killCluster(clusterDir: string): void {
  const pid = postmasterPid(clusterDir);
  if (processesOf(clusterDir).some((identity) => identity.pid === pid) && pid !== null)
    sendSignal(pid, 'SIGQUIT');
}
