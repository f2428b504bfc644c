/** Bodies that are sent many times: hashed and compressed when they are stored, never when they are sent. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** Shorter bodies travel in one packet either way. */
const leastCompressedBytes = 1_000;

export interface StoredBody {
  identity: Buffer;
  /** Missing where it would save nothing. */
  gzip?: Buffer;
  brotli?: Buffer;
  /** Strong entity tag of the identity form, in quotes. */
  etag: string;
}

/** The binary logarithm of the window, within what Brotli allows. */
function windowBits(length: number): number {
  const { BROTLI_MIN_WINDOW_BITS: least, BROTLI_DEFAULT_WINDOW: most } = constants;
  return Math.min(most, Math.max(least, Math.ceil(Math.log2(length))));
}

/**
 * Copies bytes into memory of their own. What zlib gives is a part of sixteen kilobytes that would be kept whole, and
 * a small buffer is a part of a pool.
 */
function exact(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/** Takes bytes into store, not yet compressed. */
export function storeBody(bytes: Buffer): StoredBody {
  const identity = exact(bytes);
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  return { identity, etag: `"${hash}"` };
}

/** What a body takes in memory, in bytes. */
export function storedBytes({ identity, gzip: zipped, brotli }: StoredBody): number {
  return identity.length + (zipped?.length ?? 0) + (brotli?.length ?? 0);
}

/**
 * Adds the compressed forms, at once. The work is done by a thread of the platform, not by the one that answers
 * requests.
 * @param brotliQuality 0 to 11; the highest is for what is compressed once and for all
 */
export async function compressNow(body: StoredBody, brotliQuality: number): Promise<void> {
  const { identity } = body;
  if (identity.length < leastCompressedBytes) return;
  // The default of sixteen kilobytes for each result would be mostly empty.
  const chunkSize = Math.min(16 * 1_024, Math.max(1_024, Math.ceil(identity.length / 3)));
  const zipped = await compressGzip(identity, { level: 6, chunkSize });
  const brotli = await compressBrotli(identity, {
    chunkSize,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
      // A window beyond the body's own length takes memory and saves nothing.
      [constants.BROTLI_PARAM_LGWIN]: windowBits(identity.length),
    },
  });
  if (zipped.length < identity.length) body.gzip = exact(zipped);
  if (brotli.length < identity.length) body.brotli = exact(brotli);
}

let last: Promise<unknown> = Promise.resolve();

/** A fair ratio in a millisecond or two. */
const quickBrotli = 5;

/**
 * Adds the compressed forms, one body after the other: each takes megabytes while it is compressed, which many at
 * once would never give back.
 */
export function compressBody(body: StoredBody): Promise<void> {
  const done = last.then(() => compressNow(body, quickBrotli));
  // Whoever waits hears of a failure; the next body is compressed all the same.
  last = done.catch(() => undefined);
  return done;
}
