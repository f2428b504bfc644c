import { afterAll, onTestFinished } from 'vitest';

/** Runs when the calling test has finished; outside a test, after the last test of the file. `afterAll` is ignored in a test. */
export function atEnd(end: () => unknown): void {
  try {
    onTestFinished(async () => void (await end()));
  } catch {
    // There is no running test.
    afterAll(async () => void (await end()));
  }
}
