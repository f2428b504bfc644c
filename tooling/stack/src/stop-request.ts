import { StackError } from './stack-error.ts';
import { killDataDir } from './stack-recovery.ts';

// The terminal sends Ctrl-C to every process of its group, and npm passes it on once more. What arrives within
// this time of the first signal is the same key press; a later one means that waiting is over.
const sameKeyPressMs = 1000;

/**
 * Listens for the signals and the end of the channel that stop a launcher; a second signal ends everything at once.
 * @returns aborted with a StackError `stopped` at the first of them
 */
export function stopRequests(dataDir: string): AbortSignal {
  const request = new AbortController();
  let requestedAt = 0;

  function requestStop(): void {
    if (requestedAt > 0) return;
    requestedAt = Date.now();
    request.abort(new StackError('stopped', 'The start was interrupted'));
  }

  function onSignal(): void {
    if (requestedAt === 0) {
      requestStop();
    } else if (Date.now() - requestedAt > sameKeyPressMs) {
      killDataDir(dataDir);
      process.exit(130);
    }
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  // Started with a channel, it must not outlive the program at the other end.
  process.on('disconnect', requestStop);
  return request.signal;
}

/** Resolves when the stop is asked for. */
export function untilStopped(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
}
