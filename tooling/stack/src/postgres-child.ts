/** PostgreSQL's programs as child processes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { PostgresInstallation } from './postgres-installation.ts';

export type Child = { process: ChildProcess; ended: Promise<string>; lastLines: string[] };

export function spawnAs(
  place: PostgresInstallation,
  binary: string,
  args: string[],
  log: (line: string) => void,
): Child {
  // Own session: Ctrl-C must reach only the launcher, which stops the parts in order.
  const child = spawn(binary, args, {
    ...place.account,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
  });
  const lastLines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lastLines.push(line);
      lastLines.splice(0, lastLines.length - 12);
      log(line);
    });
  }
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(signal ? `signal ${signal}` : `code ${code}`));
  });
  return { process: child, ended, lastLines };
}
