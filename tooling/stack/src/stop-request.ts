import { StackError } from './stack-error.ts';
import { killDataDir } from './stack-recovery.ts';

// Ctrl-C reaches every process of the group, and npm forwards it again. Signals within this time count as one
// key press; a later signal kills everything.
const sameKeyPressMs = 1000;

/**
 * Listens for stop signals and for the end of the IPC channel. A second signal kills everything.
 * @returns a signal that is aborted with a StackError `stopped` at the first stop request
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
  // With an IPC channel, this process must end with its parent.
  process.on('disconnect', requestStop);
  return request.signal;
}

/** Resolves on a stop request. */
export function untilStopped(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
}
