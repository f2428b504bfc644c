import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromiumArgs, findChromium } from '../chromium.ts';

/** A browser that Lighthouse measures with. */
export interface MeasuredBrowser {
  /** Port of the browser's debugging protocol. */
  port: number;
  close(): Promise<void>;
}

/** Closes the browser through its protocol, because wrapper scripts do not forward signals. */
async function askToClose(address: string): Promise<void> {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  socket.send(JSON.stringify({ id: 1, method: 'Browser.close' }));
}

/**
 * Starts a Chromium with an empty profile.
 * @throws Error if there is no Chromium or it does not start
 */
export async function startBrowser(): Promise<MeasuredBrowser> {
  const path = findChromium();
  if (!path) throw new Error('There is no Chromium: node e2e/install-chromium.ts');
  const profile = await mkdtemp(join(tmpdir(), 'chromium-'));
  const args = [...chromiumArgs, `--user-data-dir=${profile}`, '--remote-debugging-port=0', 'about:blank'];
  const child = spawn(path, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  // `close` fires when the browser's last process has ended.
  const closed = once(child, 'close');
  const removeProfile = () => rm(profile, { recursive: true, force: true, maxRetries: 5 });
  for await (const line of createInterface(child.stderr)) {
    const [, address, port] = /^DevTools listening on (ws:\/\/[^:]+:(\d+)\/.*)/.exec(line) ?? [];
    if (address === undefined) continue;
    // Drains the pipe, so that the browser does not block.
    child.stderr.resume();
    const close = async () => {
      await askToClose(address);
      await closed;
      await removeProfile();
    };
    return { port: Number(port), close };
  }
  await closed;
  await removeProfile();
  throw new Error(`${path} ended before it was ready`);
}
