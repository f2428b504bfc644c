import { Readable } from 'node:stream';
import type { Headers } from '../http/security-headers.ts';

/** The upstream sends more than it declared, or more than this server passes on. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
  readonly code = 'FILE_TOO_LARGE';
  readonly retry = false;

  constructor() {
    super('The upstream sends more than may be passed through');
  }
}

/** A file that is passed through to one visitor. */
export interface Transfer {
  headers: Headers;
  body: Readable;
}

/**
 * A file that is too large to be kept: its beginning was read, the rest is still on its way. Of those who waited for
 * it together the first one takes it; what nobody takes has to be given up.
 */
export interface LargeFile {
  /** @returns the transfer, once */
  take(): Transfer | undefined;
  /** Ends the call of the upstream unless somebody took the file. */
  giveUp(): void;
}

/** What is read of a body up to a number of bytes. */
export interface Beginning {
  chunks: Uint8Array[];
  length: number;
  /** Where there is nothing more. */
  whole: boolean;
}

/** The pieces of a body; leaving the iteration cancels the rest. */
export async function* piecesOf(response: Response): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of response.body ?? []) yield chunk;
}

/** Reads until there is nothing more, or more than `mostBytes`. Leaves the rest to be read. */
export async function readBeginning(
  pieces: AsyncIterator<Uint8Array>,
  mostBytes: number,
): Promise<Beginning> {
  const beginning: Beginning = { chunks: [], length: 0, whole: false };
  while (beginning.length <= mostBytes) {
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
  mostBytes: number,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  async function* all() {
    yield* chunks;
    yield* rest;
  }
  for await (const chunk of all()) {
    bytes += chunk.byteLength;
    // The connection ends without the end of the answer, so that nobody takes this for the whole file.
    if (bytes > mostBytes) throw new FileTooLarge();
    yield chunk;
  }
}

/**
 * @param mostBytes what the file may have in all
 * @param abort ends the call of the upstream
 */
export function largeFile(
  headers: Headers,
  beginning: Beginning,
  rest: AsyncIterable<Uint8Array>,
  { mostBytes, abort }: { mostBytes: number; abort: () => void },
): LargeFile {
  let taken = false;
  return {
    take() {
      if (taken) return undefined;
      taken = true;
      const body = Readable.from(bounded(beginning.chunks, rest, mostBytes), { objectMode: false });
      // A visitor who leaves ends the transfer.
      body.once('close', abort);
      return { headers, body };
    },
    giveUp() {
      if (taken) return;
      taken = true;
      abort();
    },
  };
}
