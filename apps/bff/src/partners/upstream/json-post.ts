import type { IncomingHttpHeaders } from 'node:http';
import { Agent, type Dispatcher } from 'undici';

/** A raw answer: the body is read, but not parsed. */
export interface RawAnswer {
  httpStatus: number;
  /** Undefined if the body exceeds `maxBytes`. */
  bytes: Buffer | undefined;
  /** `Content-Encoding`, if any. */
  encoding?: string;
}

export interface JsonPost {
  body: unknown;
  headers: Record<string, string>;
  /** Timeout for the whole answer, in ms. */
  timeoutMs: number;
  /** Max bytes of the body. */
  maxBytes: number;
}

/**
 * Collects one answer. Avoids the stream that `fetch` creates, which is a large part of the cost of a lead.
 */
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
    // The call timed out while it waited for a connection: do not send it.
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
    // Has no effect if the answer is already settled because its rest was cut off.
    this.#reject(error);
  }

  #settle(bytes: Buffer | undefined): void {
    clearTimeout(this.#timer);
    this.#resolve({ httpStatus: this.#httpStatus, bytes, encoding: this.#encoding });
  }
}

/**
 * Posts JSON to one origin over keep-alive connections.
 * @param baseUrl prefix of the paths
 * @returns a function that posts to a path; it rejects with a `TimeoutError` or the error of the transport
 */
export function createJsonPost(baseUrl: string): (path: string, post: JsonPost) => Promise<RawAnswer> {
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/+$/, '');
  // Each call has its own timeout for the whole answer.
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
