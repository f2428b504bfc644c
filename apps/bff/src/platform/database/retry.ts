import { setTimeout as sleep } from 'node:timers/promises';

export interface RetryOptions {
  /** Stops retrying. */
  signal: AbortSignal;
  /** Called after each failure, before the wait. If it throws, retrying stops. */
  onFailure?: (error: unknown) => void;
  firstWaitMs?: number;
  maxWaitMs?: number;
}

/**
 * Retries with exponential back-off and jitter until success.
 * @throws if aborted, or what `onFailure` throws
 */
export async function retryWithBackOff<Result>(
  run: () => Promise<Result>,
  { signal, onFailure, firstWaitMs = 500, maxWaitMs = 5_000 }: RetryOptions,
): Promise<Result> {
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, maxWaitMs)) {
    signal.throwIfAborted();
    try {
      return await run();
    } catch (error) {
      signal.throwIfAborted();
      onFailure?.(error);
    }
    await sleep(waitMs * (0.5 + Math.random() / 2), undefined, { signal });
  }
}
