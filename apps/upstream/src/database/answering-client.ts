import pg from 'pg';

/** Must be shorter than the time for which a caller waits for the answer to a booking. */
const answerTimeoutMs = 7_000;

/**
 * Returns a client class for the pool. A client closes its connection if PostgreSQL does not respond to a query
 * in time. The driver's `query_timeout` would return the silent connection to the pool. A pool full of such
 * connections could serve no request.
 */
export function answeringClient(timeoutMs = answerTimeoutMs): typeof pg.Client {
  return class AnsweringClient extends pg.Client {
    override query = ((...args: unknown[]): unknown => {
      const ask = pg.Client.prototype.query as (...given: unknown[]) => unknown;
      const requested = ask.apply(this, args);
      if (!(requested instanceof Promise)) return requested;
      const giveUp = () => this.connection.stream.destroy(new Error('the database did not answer in time'));
      const timer = setTimeout(giveUp, timeoutMs);
      return requested.finally(() => clearTimeout(timer));
    }) as typeof pg.Client.prototype.query;
  };
}
