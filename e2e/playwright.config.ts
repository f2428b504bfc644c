import { defineConfig } from '@playwright/test';
import { chromiumArgs, findChromium } from './chromium.ts';

const seconds = 1000;
const executablePath = findChromium();

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: './test-results',
  globalSetup: './global-setup.ts',
  // One worker: the specs share one stack and its fault switches.
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  timeout: 30 * seconds,
  expect: { timeout: 7 * seconds },
  reporter: 'list',
  use: {
    // Set by the global set-up, before the worker that reads this starts.
    baseURL: process.env.E2E_BASE_URL,
    trace: 'retain-on-failure',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [...chromiumArgs],
    },
  },
});
