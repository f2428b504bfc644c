import { Readable } from 'node:stream';
import type { Headers } from '../../platform/http/security-headers.ts';

/** The upstream sends more bytes than it declared, more than the limit, or a large compressed file. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
  readonly code = 'FILE_TOO_LARGE';
  readonly retry = false;

  constructor() {
    super('The upstream sends more bytes than allowed');
  }
}

/** A file streamed to one visitor. */
export interface Transfer {
  headers: Headers;
  body: Readable;
}

/**
 * A file too large to cache: its first bytes are read, the rest is still streaming. The first waiting request
 * takes it. If no request takes it, it must be cancelled.
 */
export interface LargeFile {
  /** @returns the transfer at the first call, then undefined */
  take(): Transfer | undefined;
  /** Cancels the upstream call unless a request has taken the file. */
  cancelUpstream(): void;
}

/** The first bytes of a body. */
export interface Beginning {
  chunks: Uint8Array[];
  length: number;
  /** True if the body has ended. */
  whole: boolean;
}

/** Chunks of a body. Leaving the loop cancels the rest. */
export async function* chunksOf(response: Response): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of response.body ?? []) yield chunk;
}

/** Reads to the end of the body, or until more than `maxBytes` are read; the rest stays unread. */
export async function readBeginning(pieces: AsyncIterator<Uint8Array>, maxBytes: number): Promise<Beginning> {
  const beginning: Beginning = { chunks: [], length: 0, whole: false };
  while (beginning.length <= maxBytes) {
    const { value, done } = await pieces.next();
    if (done) return { ...beginning, whole: true };
    beginning.chunks.push(value);
    beginning.length += value.byteLength;
  }
  return beginning;
}

async function* bounded(
  chunks: readonly Uint8Array[],
  rest: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  async function* all() {
    yield* chunks;
    yield* rest;
  }
  for await (const chunk of all()) {
    bytes += chunk.byteLength;
    // Aborts the connection, so that the client detects a truncated response.
    if (bytes > maxBytes) throw new FileTooLarge();
    yield chunk;
  }
}

/**
 * @param maxBytes max size of the whole file
 * @param abort cancels the upstream call
 */
export function largeFile(
  headers: Headers,
  beginning: Beginning,
  rest: AsyncIterable<Uint8Array>,
  { maxBytes, abort }: { maxBytes: number; abort: () => void },
): LargeFile {
  let taken = false;
  return {
    take() {
      if (taken) return undefined;
      taken = true;
      const body = Readable.from(bounded(beginning.chunks, rest, maxBytes), { objectMode: false });
      // The upstream call is cancelled when the visitor disconnects.
      body.once('close', abort);
      return { headers, body };
    },
    cancelUpstream() {
      if (taken) return;
      taken = true;
      abort();
    },
  };
}
