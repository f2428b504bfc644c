import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePorts } from '@meridian/stack/free-port';
import { removeDataDir } from '@meridian/stack/temporary-folder';

export interface DevStack {
  url: string;
  /** Milliseconds from the command to the line `ready`. */
  readyMs: number;
  stop: () => Promise<void>;
}

/** Starts `pnpm dev` on a copy of the workspace, with free ports and its own data. */
export async function startDevStack(root: string): Promise<DevStack> {
  const [PORT, UPSTREAM_PORT, SANDBOX_PORT, SMTP_PORT, POSTGRES_PORT, METRICS_PORT, CONSOLE_PORT] = (
    await freePorts(7)
  ).map(String);
  const dataDir = mkdtempSync(join(tmpdir(), 'dev-data-'));
  // If this process runs as root, the PostgreSQL user needs access.
  chmodSync(dataDir, 0o711);
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['tooling/dev/src/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: dataDir,
      PORT,
      UPSTREAM_PORT,
      SANDBOX_PORT,
      SMTP_PORT,
      POSTGRES_PORT,
      METRICS_PORT,
      CONSOLE_PORT,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<null>((resolve) => child.once('exit', () => resolve(null)));
  const ready = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      process.stdout.write(`${line}\n`);
      const url = /^ready (\S+)/.exec(line)?.[1];
      if (url) resolve(url);
    });
  });
  const url = await Promise.race([ready, ended]);
  if (url === null) throw new Error('The development stack ended before it was ready');
  return {
    url,
    readyMs: performance.now() - startedAt,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await removeDataDir(dataDir);
    },
  };
}
