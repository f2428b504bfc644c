import { afterAll, onTestFinished } from 'vitest';

/** Runs a clean-up when the calling test has finished; outside a test, after the last test of the file. Vitest ignores `afterAll` in a test. */
export function atEnd(end: () => unknown): void {
  try {
    onTestFinished(async () => void (await end()));
  } catch {
    // No test is running.
    afterAll(async () => void (await end()));
  }
}
