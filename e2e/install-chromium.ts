// Makes sure that a Chromium is installed for the end-to-end tests.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { findChromium, headlessShell } from './support/chromium.ts';

function run(command: string, args: string[]): boolean {
  console.log(`${command} ${args.join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0;
}

const mayInstall =
  process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;

function installFromSystem(name: string): boolean {
  return mayInstall && run('apt-get', ['update']) && run('apt-get', ['install', '-y', name]);
}

function installFromPlaywright(): boolean {
  const manifest = createRequire(import.meta.url).resolve('@playwright/test/package.json');
  return run(process.execPath, [join(dirname(manifest), 'cli.js'), 'install', 'chromium']);
}

// With the headless shell the tests take two thirds of the time. Otherwise any Chromium works.
if (!existsSync(headlessShell)) installFromSystem('chromium-headless-shell');
// Checked after each way, because a package of that name may contain no browser.
const ways = [() => true, () => installFromSystem('chromium'), installFromPlaywright];
const browser = ways.reduce<string | null>((found, way) => found ?? (way() ? findChromium() : null), null);

if (browser) {
  console.log(`Chromium for the end-to-end tests: ${browser}`);
} else {
  console.error(
    'The end-to-end tests need Chromium, and it could not be installed here. Install it with your system’s ' +
      'package manager, or set CHROMIUM_PATH to one.',
  );
  process.exitCode = 1;
}
