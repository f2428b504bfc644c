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

// Every PostgreSQL process works inside its data folder, the postmaster and its children alike.
function worksInside(pid: number, clusterDir: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(clusterDir);
  } catch (error) {
    // Ended meanwhile, or of another user and therefore not of this cluster.
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(systemErrorCode(error) ?? '')) return false;
    throw error;
  }
}

/** The processes that have this cluster open. Without /proc only the one named in its lock file is known. */
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
 * Ends a PostgreSQL that a killed launcher left behind, and removes a lock file whose process number now
 * belongs to something else. It is stopped and not taken over: the next start may want another port, and only
 * a child of its own can be watched. Afterwards no process has the folder open.
 *
 * @returns whether a server was still running
 * @throws StackError `postgres_failed` when something keeps the folder open: opening it twice would destroy it
 */
export async function recoverCluster(clusterDir: string): Promise<boolean> {
  if (!existsSync(clusterDir)) return false;
  const left = processesOf(clusterDir);
  const postmaster = left.find(({ pid }) => pid === postmasterPid(clusterDir));
  if (postmaster) {
    // SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one.
    sendSignal(postmaster.pid, 'SIGINT');
    if (!(await waitUntilEnded(postmaster, fastShutdownMs))) sendSignal(postmaster.pid, 'SIGQUIT');
  }
  // Without their postmaster the others notice and end by themselves.
  const ended = await Promise.all(left.map((identity) => waitUntilEnded(identity, fastShutdownMs)));
  const stuck = left.filter((_, index) => !ended[index]).map(({ pid }) => pid);
  if (stuck.length > 0) {
    throw new StackError(
      'postgres_failed',
      `${clusterDir} is still open in process ${stuck.join(', ')}, left by an earlier start, and it does not end. ` +
        'End it and start again.',
      { retry: true },
    );
  }
  rmSync(join(clusterDir, 'postmaster.pid'), { force: true });
  return left.length > 0;
}

/** Ends the server of a cluster without an orderly shutdown; its log restores the data at the next start. */
export function killCluster(clusterDir: string): void {
  const pid = postmasterPid(clusterDir);
  if (processesOf(clusterDir).some((identity) => identity.pid === pid) && pid !== null)
    sendSignal(pid, 'SIGQUIT');
}
