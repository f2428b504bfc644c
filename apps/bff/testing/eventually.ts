import { vi } from 'vitest';

/** Timeout in ms, long enough for two busy cores. */
const timeout = 15_000;

/** Repeats a check until it no longer throws. @returns its result @throws its last error */
export function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout, interval: 50 });
}
