import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromiumArgs, findChromium } from '../chromium.ts';

/** A browser that Lighthouse can steer. */
export interface MeasuredBrowser {
  /** Of its debugging protocol. */
  port: number;
  close(): Promise<void>;
}

/**
 * Starts a Chromium with an empty profile, and nothing else at its debugging protocol.
 * @throws Error where there is no Chromium or it does not start
 */
export async function startBrowser(): Promise<MeasuredBrowser> {
  const path = findChromium();
  if (!path) throw new Error('There is no Chromium: node e2e/install-chromium.ts');
  const profile = await mkdtemp(join(tmpdir(), 'chromium-'));
  const args = [...chromiumArgs, `--user-data-dir=${profile}`, '--remote-debugging-port=0', 'about:blank'];
  const child = spawn(path, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(child, 'exit');
  const close = async () => {
    child.kill();
    await exited;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  for await (const line of createInterface(child.stderr)) {
    const port = /^DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(line)?.[1];
    if (port === undefined) continue;
    // What it complains of later is nobody's concern, but must be read.
    child.stderr.resume();
    return { port: Number(port), close };
  }
  await close();
  throw new Error(`${path} ended before it was ready`);
}
