// Ensures a Chromium for the end-to-end tests.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { findChromium } from './support/chromium.ts';

function run(command: string, args: string[]): boolean {
  console.log(`${command} ${args.join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0;
}

function installFromSystem(): boolean {
  const mayInstall =
    process.getuid?.() === 0 && spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;
  const install = (name: string) => run('apt-get', ['install', '-y', name]);
  return (
    mayInstall && run('apt-get', ['update']) && (install('chromium-headless-shell') || install('chromium'))
  );
}

function installFromPlaywright(): boolean {
  const manifest = createRequire(import.meta.url).resolve('@playwright/test/package.json');
  return run(process.execPath, [join(dirname(manifest), 'cli.js'), 'install', 'chromium']);
}

// Verified after each way: a package of that name may be empty.
const ways = [() => true, installFromSystem, installFromPlaywright];
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
