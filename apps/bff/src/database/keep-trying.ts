import { setTimeout as sleep } from 'node:timers/promises';

export interface KeepTryingOptions {
  /** Ends the tries. */
  signal: AbortSignal;
  /** Told of each failure, before the wait for the next try. What it throws ends the tries. */
  onFailure?: (error: unknown) => void;
  firstWaitMs?: number;
  maxWaitMs?: number;
}

/**
 * Runs until it succeeds, with growing waits and some chance in them, so that replicas do not come at once.
 *
 * @throws where the signal was aborted, or what `onFailure` throws
 */
export async function keepTrying<Result>(
  run: () => Promise<Result>,
  { signal, onFailure, firstWaitMs = 500, maxWaitMs = 5_000 }: KeepTryingOptions,
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
