/** Starts pgbouncer in front of the tests' PostgreSQL. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { atEnd } from '@meridian/stack/at-end';
import { freePort } from '@meridian/stack/free-port';

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/**
 * Starts a pooler for a test file.
 * @param url URL of a database
 * @returns the URL of the database through the pooler
 */
export async function usePooler(url: string, mode: 'session' | 'transaction' | 'statement'): Promise<string> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const folder = await mkdtemp(join(tmpdir(), 'pooler-'));
  const ownPort = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const account = `user=${decodeURIComponent(username)} password=${decodeURIComponent(password)}`;
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${port} ${account}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 20
`,
  );
  // pgbouncer does not run as root.
  await chmod(folder, 0o755);
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn('pgbouncer', ['-q', ...user, file], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  atEnd(async () => {
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true });
  });
  for (let tried = 0; tried < 100 && !(await listens(ownPort)); tried += 1) await sleep(50);
  const pooled = new URL(url);
  pooled.host = `127.0.0.1:${ownPort}`;
  pooled.pathname = pathname;
  return pooled.href;
}
