import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

// The one without a window comes first: it starts and paints with the least work.
const systemBrowsers = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** What every browser of the tests is started with: no window, and no calls of its own to anywhere. */
export const chromiumArgs: readonly string[] = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

// Some distributions put a script in its place that only tells how to install the browser.
function starts(path: string): boolean {
  return existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0;
}

/**
 * The Chromium for the tests: CHROMIUM_PATH, else one of the system, else Playwright's own.
 *
 * @returns its path, or null where there is none
 * @throws Error when CHROMIUM_PATH names something that does not start
 */
export function findChromium(): string | null {
  const given = process.env.CHROMIUM_PATH;
  if (given && !starts(given)) throw new Error(`CHROMIUM_PATH=${given} is not a browser that starts`);
  return given || ([...systemBrowsers, chromium.executablePath()].find(starts) ?? null);
}
