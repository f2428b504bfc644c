import type { FastifyBaseLogger } from 'fastify';
import { loggedError } from '../observability/logged-error.ts';

const quietMs = 30_000;
const maxKinds = 100;

/**
 * Writes faults of the queue into the log. Each of its dozen pollers tells of a database that is away once a second:
 * of one kind of fault there is one line in half a minute, with the number of those that it stands for.
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
