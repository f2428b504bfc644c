import pg from 'pg';

/** Shorter than the time for which a caller waits for a booking. */
const answerTimeoutMs = 7_000;

/**
 * A connection that is closed if the server does not respond. The driver's `query_timeout` would return it to
 * the pool, and a pool full of such connections could serve no request.
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
