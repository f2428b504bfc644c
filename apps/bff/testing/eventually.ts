import { vi } from 'vitest';

/** Longer than anything takes on two busy cores. */
const timeout = 15_000;

/** Repeats a check until it throws no longer. @returns its result @throws its last error */
export function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout, interval: 50 });
}
