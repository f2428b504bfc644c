import pg from 'pg';
import { type Deadlines, deadlinesInForce } from './deadlines.ts';
import { DatabaseUnavailableError, sqlStateOf, statementError } from './unavailable.ts';

type Callback = (error: unknown, result?: unknown) => void;

const closeTimeoutMs = 1_000;
/** SQLSTATE of a write on a read-only server, for example a former primary. */
const readOnlyState = '25006';

export interface SilenceObserver {
  /**
   * Called when a connection is destroyed because a query or a checkout timed out, or the server is
   * read-only. `askedAt` (`performance.now()`) is when the query, or the first query of the checkout, was
   * sent; for a read-only server it is now. Connections without an answer since then are probably also
   * broken.
   */
  onSilent(client: DeadlineClient, askedAt: number): void;
}

/**
 * A connection that is destroyed if a query or a checkout times out, or its server is found to be read-only.
 * The driver's `query_timeout` would return it to the pool, where the next query would wait behind the lost
 * answer. A connection to a former primary would stay in the pool, because it is not broken.
 */
export class DeadlineClient extends pg.Client {
  /** Time of the server's last answer, as `performance.now()`. */
  heardAt = performance.now();
  #checkout: NodeJS.Timeout | 'begun' | undefined;
  #silent: DatabaseUnavailableError | undefined;
  readonly #ofPool: () => Deadlines;
  readonly #observer: SilenceObserver | undefined;

  constructor(config: pg.ClientConfig, ofPool: () => Deadlines, observer?: SilenceObserver) {
    super(config);
    this.#ofPool = ofPool;
    this.#observer = observer;
    // Without a listener an idle connection's error ends the process. The next statement reports it.
    this.on('error', () => undefined);
  }

  /** Starts a checkout, which {@link endCheckout} ends. */
  beginCheckout(): void {
    this.#checkout = 'begun';
  }

  endCheckout(): void {
    if (this.#checkout !== 'begun') clearTimeout(this.#checkout);
    this.#checkout = undefined;
  }

  /** Closes the socket without a Terminate message. */
  destroy(reason?: Error): void {
    this.connection.stream.destroy(reason);
  }

  /** True once the connection is unusable, which the pool notices a moment later. */
  get destroyed(): boolean {
    return this.connection.stream.destroyed;
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | undefined {
    // `end()` waits until the server closes the connection, which a silent server never does.
    setTimeout(() => this.destroy(), closeTimeoutMs).unref();
    if (!callback) return super.end();
    super.end(callback);
    return undefined;
  }

  #giveUp(afterMs: number, askedAt: number): void {
    this.#silent ??= new DatabaseUnavailableError(`the database did not answer within ${afterMs} ms`);
    this.destroy(this.#silent);
    this.#observer?.onSilent(this, askedAt);
  }

  /** Destroys a connection to a read-only server: the address may resolve to another server by now. */
  #leave(): void {
    this.destroy();
    this.#observer?.onSilent(this, performance.now());
  }

  /** Starts the timer for an answer. @returns a function that stops the timer and maps the error */
  #await(): (error?: unknown) => unknown {
    const { statementMs, checkoutMs } = deadlinesInForce(this.#ofPool());
    const askedAt = performance.now();
    // The timer starts at the first statement, because the checkout may run in another request's async
    // context.
    if (this.#checkout === 'begun')
      this.#checkout = setTimeout(() => this.#giveUp(checkoutMs, askedAt), checkoutMs).unref();
    let waiting = true;
    const timer = setTimeout(() => {
      // After a stall of the event loop the answer may already be in the socket. `setImmediate` reads the
      // answer before the timeout.
      setImmediate(() => {
        if (waiting) this.#giveUp(statementMs, askedAt);
      });
    }, statementMs);
    return (error) => {
      waiting = false;
      clearTimeout(timer);
      if (error === undefined || error === null) {
        this.heardAt = performance.now();
        return error;
      }
      if (sqlStateOf(error) === readOnlyState) this.#leave();
      return this.#silent ?? statementError(error);
    };
  }

  // Keeps all overloads of the driver (text, config, callback, cursor); only adds the timer.
  override query = ((...args: unknown[]): unknown => {
    const answered = this.#await();
    const ask = pg.Client.prototype.query as (...given: unknown[]) => unknown;
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      const tell: Callback = (error, result) => (callback as Callback)(answered(error), result);
      return ask.call(this, ...args.slice(0, -1), tell);
    }
    const requested = ask.call(this, ...args);
    if (!(requested instanceof Promise)) {
      answered();
      return requested;
    }
    return requested.then(
      (result: unknown) => {
        answered();
        return result;
      },
      (error: unknown) => {
        throw answered(error);
      },
    );
  }) as typeof pg.Client.prototype.query;
}
