import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** The browser that starts and paints fastest. */
export const headlessShell = '/usr/bin/chromium-headless-shell';

const systemBrowsers = [
  headlessShell,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Arguments of all test browsers: headless, no background requests. */
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

// Some distributions install a script that only explains how to install the browser.
function starts(path: string): boolean {
  return existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0;
}

/**
 * Finds the Chromium for the tests: CHROMIUM_PATH, otherwise the system's, otherwise Playwright's.
 * @returns its path; null if there is none
 * @throws Error if CHROMIUM_PATH does not start
 */
export function findChromium(): string | null {
  const given = process.env.CHROMIUM_PATH;
  if (given && !starts(given)) throw new Error(`CHROMIUM_PATH=${given} is not a browser that starts`);
  return given || ([...systemBrowsers, chromium.executablePath()].find(starts) ?? null);
}
