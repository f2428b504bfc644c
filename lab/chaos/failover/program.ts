/** A supervised program of the cluster. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, closeSync, mkdirSync, openSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresAccount } from '@meridian/stack/postgres-account';
import { sendSignal } from '@meridian/stack/process-identity';
import { deleteProcessRecord, recordProcess } from '@meridian/stack/process-records';

/** Folder and user of the programs. */
export interface Ground {
  folder: string;
  account: PostgresAccount;
}

export interface ProgramSpec {
  name: string;
  command: string;
  args: readonly string[];
  env?: Record<string, string>;
}

export interface Program {
  start: () => void;
  /**
   * Sends SIGTERM to the main process, or another signal to all processes of the program. Waits until all have ended,
   * except after SIGSTOP and SIGCONT.
   */
  signal: (signal: NodeJS.Signals) => Promise<void>;
  /** Sends SIGKILL only to the main process; its children continue. */
  killAlone: () => void;
}

const endTimeoutMs = 30_000;
const lookAgainMs = 20;

/** Creates a separate working directory. It identifies the program's processes, whatever their process group. */
export function makeFolder({ folder, account }: Ground, name: string): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (account) chownSync(path, account.uid, account.gid);
  return path;
}

function workingFolder(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    // The process has ended, or belongs to another user.
    return undefined;
  }
}

/** @returns the processes whose working directory is the folder or below it */
export function processesIn(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      const cwd = workingFolder(pid);
      return cwd === folder || cwd?.startsWith(`${folder}/`);
    })
    .map(Number);
}

const goesOn = new Set<NodeJS.Signals>(['SIGSTOP', 'SIGCONT']);

export function defineProgram(ground: Ground, spec: ProgramSpec): Program {
  const own = makeFolder(ground, spec.name);
  const logFolder = join(ground.folder, 'logs');
  mkdirSync(logFolder, { recursive: true });
  let pid: number | undefined;

  async function waitForEnd(again: NodeJS.Signals | undefined): Promise<void> {
    const deadline = Date.now() + endTimeoutMs;
    for (let left = processesIn(own); left.length > 0; left = processesIn(own)) {
      // Processes may have been forked meanwhile.
      if (again) for (const one of left) sendSignal(one, again);
      if (Date.now() > deadline) throw new Error(`${spec.name} does not end`);
      await sleep(lookAgainMs);
    }
  }

  return {
    start() {
      const log = openSync(join(logFolder, `${spec.name}.log`), 'a');
      const child = spawn(spec.command, spec.args, {
        cwd: own,
        env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...spec.env },
        detached: true,
        stdio: ['ignore', log, log],
        ...ground.account,
      });
      closeSync(log);
      child.on('error', () => undefined);
      pid = child.pid;
      if (pid !== undefined) recordProcess(ground.folder, spec.name, pid);
      void once(child, 'exit').catch(() => undefined);
      child.unref();
    },
    async signal(signal) {
      if (signal === 'SIGTERM') {
        if (pid !== undefined) sendSignal(pid, signal);
      } else for (const one of processesIn(own)) sendSignal(one, signal);
      if (goesOn.has(signal)) return;
      await waitForEnd(signal === 'SIGKILL' ? signal : undefined);
      deleteProcessRecord(ground.folder, spec.name);
    },
    killAlone() {
      if (pid !== undefined) sendSignal(pid, 'SIGKILL');
    },
  };
}
