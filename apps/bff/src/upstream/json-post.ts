import type { IncomingHttpHeaders } from 'node:http';
import { Agent, type Dispatcher } from 'undici';

/** An answer as it came: its body is read, but not understood. */
export interface RawAnswer {
  httpStatus: number;
  /** Missing where it is longer than what was asked for. */
  bytes: Buffer | undefined;
  /** How the bytes are compressed, where they are. */
  encoding?: string;
}

export interface JsonPost {
  body: unknown;
  headers: Record<string, string>;
  /** Longest wait for the whole answer. */
  timeoutMs: number;
  /** Longest body of an answer. */
  maxBytes: number;
}

/** Gathers one answer. A stream for it, as in `fetch`, would be a good part of what a lead costs. */
class Answer implements Dispatcher.DispatchHandler {
  readonly #chunks: Buffer[] = [];
  readonly #post: JsonPost;
  readonly #resolve: (answer: RawAnswer) => void;
  readonly #reject: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #timedOut: DOMException | undefined;
  #httpStatus = 0;
  #encoding: string | undefined;
  #length = 0;

  constructor(post: JsonPost, resolve: (answer: RawAnswer) => void, reject: (error: unknown) => void) {
    this.#post = post;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#timer = setTimeout(() => this.#giveUp(), post.timeoutMs);
  }

  #giveUp(): void {
    this.#timedOut = new DOMException('No answer in time', 'TimeoutError');
    this.#reject(this.#timedOut);
    this.#controller?.abort(this.#timedOut);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // It waited for its connection until nobody waited for it any more: it must not be sent now.
    if (this.#timedOut) controller.abort(this.#timedOut);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    httpStatus: number,
    headers: IncomingHttpHeaders,
  ): void {
    this.#httpStatus = httpStatus;
    this.#encoding = headers['content-encoding'];
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#length += chunk.length;
    if (this.#length <= this.#post.maxBytes) {
      this.#chunks.push(chunk);
      return;
    }
    this.#settle(undefined);
    controller.abort(new RangeError('The answer is too long'));
  }

  onResponseEnd(): void {
    this.#settle(Buffer.concat(this.#chunks, this.#length));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    clearTimeout(this.#timer);
    // Without effect where the answer has been settled and the rest was cut off.
    this.#reject(error);
  }

  #settle(bytes: Buffer | undefined): void {
    clearTimeout(this.#timer);
    this.#resolve({ httpStatus: this.#httpStatus, bytes, encoding: this.#encoding });
  }
}

/**
 * Posts JSON to one origin, over connections that are kept.
 *
 * @param baseUrl address below which the paths are
 * @returns a function that rejects with a `TimeoutError` after the time, and with the transport's error where there
 *   is no answer
 */
export function createJsonPost(baseUrl: string): (path: string, post: JsonPost) => Promise<RawAnswer> {
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/+$/, '');
  // Each call has a time of its own, which covers all of it.
  const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, allowH2: false });
  return (path, post) =>
    new Promise((resolve, reject) => {
      const headers = { ...post.headers, accept: 'application/json', 'content-type': 'application/json' };
      const options = {
        origin,
        path: prefix + path,
        method: 'POST',
        headers,
        body: JSON.stringify(post.body),
      } as const;
      agent.dispatch(options, new Answer(post, resolve, reject));
    });
}
