import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  identifyProcess,
  isRunning,
  type ProcessIdentity,
  sendSignal,
  waitUntilEnded,
} from './process-identity.ts';
import { StackError, systemErrorCode } from './stack-error.ts';

// Records of processes: if a launcher is killed, the next launcher finds and stops its orphaned children.
const claimFile = 'stack.json';
const folder = 'processes';

function readIdentity(path: string): ProcessIdentity | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof value !== 'object' || value === null || !('pid' in value) || !('startedAt' in value))
      return null;
    const { pid, startedAt } = value;
    return Number.isInteger(pid) && typeof pid === 'number' && typeof startedAt === 'string'
      ? { pid, startedAt }
      : null;
  } catch (error) {
    // A SyntaxError: a crash truncated the file.
    if (error instanceof SyntaxError || systemErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** @returns the running launcher that owns this data folder, or null */
export function ownerOf(dataDir: string): ProcessIdentity | null {
  const owner = readIdentity(join(dataDir, claimFile));
  return owner && isRunning(owner) ? owner : null;
}

/**
 * Claims a data folder until `release`.
 * @throws StackError `data_dir_in_use` if another running launcher owns it
 */
export function claimDataDir(dataDir: string): { release: () => void } {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, claimFile);
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(identifyProcess(process.pid)), { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      try {
        // Links are atomic: only one of two launchers succeeds, and neither reads an incomplete record.
        linkSync(draft, path);
        return { release: () => rmSync(path, { force: true }) };
      } catch (error) {
        if (systemErrorCode(error) !== 'EEXIST') throw error;
        if (ownerOf(dataDir)) break;
        rmSync(path, { force: true });
      }
    }
  } finally {
    rmSync(draft, { force: true });
  }
  const pid = ownerOf(dataDir)?.pid ?? 'unknown';
  throw new StackError(
    'data_dir_in_use',
    `Another stack (process ${pid}) uses ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
    { retry: true },
  );
}

/** Records a child process under a name, for later launchers. */
export function recordProcess(dataDir: string, name: string, pid: number): ProcessIdentity | null {
  const identity = identifyProcess(pid);
  mkdirSync(join(dataDir, folder), { recursive: true });
  if (identity)
    writeFileSync(join(dataDir, folder, `${name}.json`), JSON.stringify(identity), { mode: 0o600 });
  return identity;
}

export function deleteProcessRecord(dataDir: string, name: string): void {
  rmSync(join(dataDir, folder, `${name}.json`), { force: true });
}

function recordedProcesses(dataDir: string): { name: string; identity: ProcessIdentity }[] {
  let files: string[];
  try {
    files = readdirSync(join(dataDir, folder));
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
  return files.flatMap((file) => {
    const identity = readIdentity(join(dataDir, folder, file));
    return identity && isRunning(identity) ? [{ name: file.replace(/\.json$/, ''), identity }] : [];
  });
}

/**
 * Stops all recorded processes: SIGTERM, then SIGKILL to the group after `graceMs`.
 * @returns names of the stopped processes
 */
export async function stopRecordedProcesses(dataDir: string, graceMs: number): Promise<string[]> {
  const left = recordedProcesses(dataDir);
  await Promise.all(
    left.map(async ({ name, identity }) => {
      sendSignal(identity.pid, 'SIGTERM');
      if (!(await waitUntilEnded(identity, graceMs))) {
        sendSignal(-identity.pid, 'SIGKILL');
        await waitUntilEnded(identity, graceMs);
      }
      deleteProcessRecord(dataDir, name);
    }),
  );
  return left.map(({ name }) => name);
}

/** Kills all recorded processes without a grace period. */
export function killRecordedProcesses(dataDir: string): void {
  for (const { name, identity } of recordedProcesses(dataDir)) {
    sendSignal(-identity.pid, 'SIGKILL');
    deleteProcessRecord(dataDir, name);
  }
}
