import { defineConfig } from '@playwright/test';

const seconds = 1000;

// One worker, because the tests measure times.
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  timeout: 240 * seconds,
  reporter: 'list',
});
