import { defineConfig } from '@playwright/test';
import { chromiumArgs, findChromium } from './support/chromium.ts';
import { isFullRun, nightly } from './support/sampling.ts';
import { findStack } from './support/stack-addresses.ts';

const seconds = 1000;
const executablePath = findChromium();

const timed = ['**/first-load.spec.ts', '**/console-live.spec.ts', '**/lighthouse.spec.ts'];

export default defineConfig({
  testDir: './specs',
  // The projects start in this order. The timed tests come last, because their results depend on the load of
  // the machine, and `npm test` begins with other tests at the same time.
  projects: [
    { name: 'browser', testIgnore: timed },
    { name: 'timed', testMatch: timed },
  ],
  ...(!isFullRun && { grepInvert: new RegExp(nightly) }),
  outputDir: './test-results',
  globalSetup: './support/global-setup.ts',
  // Each worker has its own stack, because specs inject faults. Two workers fill two cores.
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // Upper limits: a slow machine takes four times as long as a fast machine.
  timeout: 120 * seconds,
  expect: { timeout: 30 * seconds },
  reporter: 'list',
  use: {
    // Set by the global set-up, before workers start.
    baseURL: findStack()?.baseUrl,
    // Tracing costs a third of the time, so it is off by default. E2E_TRACE=on keeps the traces of failed
    // tests.
    trace: process.env.E2E_TRACE === 'on' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [...chromiumArgs],
    },
  },
});
