import pg from 'pg';
import { type Deadlines, deadlinesInForce } from './deadlines.ts';
import { DatabaseUnavailableError, statementError } from './unavailable.ts';

type Callback = (error: unknown, result?: unknown) => void;

const farewellMs = 1_000;

export interface SilenceObserver {
  /** Told when a connection was destroyed because it did not answer what was asked at `askedAt` (`performance.now()`). */
  onSilent(client: DeadlineClient, askedAt: number): void;
}

/**
 * A connection that is destroyed where an answer does not come in time. The driver's own `query_timeout` only gives
 * up waiting: the connection stays in its pool, and whoever gets it next waits behind the lost answer.
 */
export class DeadlineClient extends pg.Client {
  /** When the server answered last, as `performance.now()` tells time. */
  heardAt = performance.now();
  #checkout: NodeJS.Timeout | 'begun' | undefined;
  #silent: DatabaseUnavailableError | undefined;
  readonly #ofPool: () => Deadlines;
  readonly #observer: SilenceObserver | undefined;

  constructor(config: pg.ClientConfig, ofPool: () => Deadlines, observer?: SilenceObserver) {
    super(config);
    this.#ofPool = ofPool;
    this.#observer = observer;
    // Without a listener a connection that breaks between two statements ends the process. The next statement tells.
    this.on('error', () => undefined);
  }

  /** From here until {@link endCheckout} the connection belongs to one piece of work. */
  beginCheckout(): void {
    this.#checkout = 'begun';
  }

  endCheckout(): void {
    if (this.#checkout !== 'begun') clearTimeout(this.#checkout);
    this.#checkout = undefined;
  }

  /** Ends the connection without a word to the server. */
  destroy(reason?: Error): void {
    this.connection.stream.destroy(reason);
  }

  /** True as soon as the connection is of no use; its pool hears of that a moment later. */
  get destroyed(): boolean {
    return this.connection.stream.destroyed;
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | undefined {
    // The driver waits until the server has closed its side, and a silent one never does.
    setTimeout(() => this.destroy(), farewellMs).unref();
    if (!callback) return super.end();
    super.end(callback);
    return undefined;
  }

  #giveUp(afterMs: number, askedAt: number): void {
    this.#silent ??= new DatabaseUnavailableError(`the database did not answer within ${afterMs} ms`);
    this.destroy(this.#silent);
    this.#observer?.onSilent(this, askedAt);
  }

  /** Begins to wait for an answer. @returns ends the wait, and says what the error is where there is one */
  #await(): (error?: unknown) => unknown {
    const { statementMs, checkoutMs } = deadlinesInForce(this.#ofPool());
    const askedAt = performance.now();
    // At the first statement, not at the checkout: that may happen in the course of somebody else's work.
    if (this.#checkout === 'begun')
      this.#checkout = setTimeout(() => this.#giveUp(checkoutMs, askedAt), checkoutMs).unref();
    let waiting = true;
    const timer = setTimeout(() => {
      // Where this process itself was held up the answer may lie in the socket: it is read before this comes.
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
      return this.#silent ?? statementError(error);
    };
  }

  // The driver's overloads (text, configuration, callback, cursor) stay as they are; only the answers are watched.
  override query = ((...args: unknown[]): unknown => {
    const answered = this.#await();
    const ask = pg.Client.prototype.query as (...given: unknown[]) => unknown;
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      const tell: Callback = (error, result) => (callback as Callback)(answered(error), result);
      return ask.call(this, ...args.slice(0, -1), tell);
    }
    const asked = ask.call(this, ...args);
    if (!(asked instanceof Promise)) {
      answered();
      return asked;
    }
    return asked.then(
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
