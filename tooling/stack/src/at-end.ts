import { afterAll, onTestFinished } from 'vitest';

/** Runs a clean-up after the calling test or, if called outside a test, after all tests of the file. */
export function atEnd(end: () => unknown): void {
  try {
    onTestFinished(async () => void (await end()));
  } catch {
    // Outside a test. Inside a test, Vitest ignores `afterAll`.
    afterAll(async () => void (await end()));
  }
}
