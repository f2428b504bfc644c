import type { FastifyBaseLogger, FastifyServerOptions } from 'fastify';

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

/**
 * Creates a request's child logger lazily. Most requests are cache hits that log nothing, and creating a
 * child logger would be a tenth of their cost.
 */
class RequestLog implements FastifyBaseLogger {
  level: string;
  readonly #parent: FastifyBaseLogger;
  readonly #bindings: Record<string, unknown>;
  #made: FastifyBaseLogger | undefined;

  constructor(parent: FastifyBaseLogger, bindings: Record<string, unknown>) {
    this.#parent = parent;
    this.#bindings = bindings;
    this.level = parent.level;
  }

  #write(level: Level, args: unknown[]): void {
    this.#made ??= this.#parent.child(this.#bindings);
    Reflect.apply(this.#made[level], this.#made, args);
  }

  fatal(...args: unknown[]): void {
    this.#write('fatal', args);
  }

  error(...args: unknown[]): void {
    this.#write('error', args);
  }

  warn(...args: unknown[]): void {
    this.#write('warn', args);
  }

  info(...args: unknown[]): void {
    this.#write('info', args);
  }

  debug(...args: unknown[]): void {
    this.#write('debug', args);
  }

  trace(...args: unknown[]): void {
    this.#write('trace', args);
  }

  silent(...args: unknown[]): void {
    this.#write('silent', args);
  }

  child(...args: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    const [bindings, options] = args;
    return this.#parent.child({ ...this.#bindings, ...bindings }, options);
  }
}

/** Creates child loggers, for Fastify's `childLoggerFactory`. */
export const childLoggerFactory: FastifyServerOptions['childLoggerFactory'] = (logger, bindings) =>
  new RequestLog(logger, bindings);
