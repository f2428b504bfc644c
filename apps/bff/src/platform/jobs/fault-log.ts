import type { FastifyBaseLogger } from 'fastify';
import { loggedError } from '../observability/logged-error.ts';

const quietMs = 30_000;
const maxKinds = 100;

/**
 * Creates a rate-limited log of queue errors, because during an outage each of a dozen pollers reports an
 * error every second. Logs at most one line per kind of error in 30 s, with the count since the last line.
 */
export function createFaultLog(log: Pick<FastifyBaseLogger, 'error'>): (error: unknown) => void {
  const kinds = new Map<string, { quietUntil: number; failures: number }>();
  return (error) => {
    const { code, message } = loggedError(error);
    const kind = code ?? message;
    const seen = kinds.get(kind);
    if (seen && performance.now() < seen.quietUntil) {
      seen.failures += 1;
      return;
    }
    if (kinds.size >= maxKinds) kinds.clear();
    kinds.set(kind, { quietUntil: performance.now() + quietMs, failures: 0 });
    log.error({ err: error, failures: (seen?.failures ?? 0) + 1 }, 'job queue');
  };
}
