/** Bodies that are sent many times: hashed and compressed when they are stored, never when they are sent. */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

interface Effort {
  gzip: number;
  brotli: number;
}
/** A fair ratio in a millisecond or two. */
const quick: Effort = { gzip: 6, brotli: 5 };
/** A tenth smaller, in some hundred times the time. */
const thorough: Effort = { gzip: 9, brotli: 11 };
/** What a request waits for the smaller form of what it was the first to ask for. */
const longestWaitMs = 100;
/** Bodies that may be under way without somebody waiting for them. */
const mostUnfinished = 16;

/** Shorter bodies travel in one packet either way. */
const leastCompressedBytes = 1_000;

export interface StoredBody {
  identity: Buffer;
  /** Missing where it would save nothing. */
  gzip?: Buffer;
  brotli?: Buffer;
  /** Until then the compressed forms are being made. */
  compressing?: Promise<void>;
  /** The compressed forms are as small as they can be. */
  isSmallest?: boolean;
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
export function ownMemory(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/** Takes bytes into store, not yet compressed. */
export function storeBody(bytes: Buffer): StoredBody {
  const identity = ownMemory(bytes);
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  return { identity, etag: `"${hash}"` };
}

/** What a body takes in memory, in bytes. */
export function storedBytes({ identity, gzip: zipped, brotli }: StoredBody): number {
  return identity.length + (zipped?.length ?? 0) + (brotli?.length ?? 0);
}

/** The work is done by a thread of the platform, not by the one that answers requests. */
async function compress(body: StoredBody, effort: Effort): Promise<void> {
  const { identity } = body;
  // The default of sixteen kilobytes for each result would be mostly empty.
  const chunkSize = Math.min(16 * 1_024, Math.max(1_024, Math.ceil(identity.length / 3)));
  const zipped = await compressGzip(identity, { level: effort.gzip, chunkSize });
  const brotli = await compressBrotli(identity, {
    chunkSize,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: effort.brotli,
      [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
      // A window beyond the body's own length takes memory and saves nothing.
      [constants.BROTLI_PARAM_LGWIN]: windowBits(identity.length),
    },
  });
  if (zipped.length < identity.length) body.gzip = ownMemory(zipped);
  if (brotli.length < identity.length) body.brotli = ownMemory(brotli);
}

let last: Promise<void> = Promise.resolve();
let unfinished = 0;

/**
 * Has the compressed forms made, one body after the other: each takes megabytes while it is compressed, which many at
 * once would never give back. Nothing has to wait for it: until `compressing` is over the body goes out as it is.
 * @param onError told where it did not work, which leaves the body as it is
 */
export function compressBody(body: StoredBody, onError: (error: unknown) => void): void {
  if (body.identity.length < leastCompressedBytes) return;
  unfinished += 1;
  last = last
    .then(() => compress(body, quick))
    .catch(onError)
    .then(() => {
      unfinished -= 1;
      body.compressing = undefined;
    });
  body.compressing = last;
}

let lastThorough: Promise<void> = Promise.resolve();

/**
 * Takes the compressed forms of the same content over, and has them made once as small as they can be: content that
 * was stored again unchanged is worth the time. It comes after all that somebody may wait for.
 * @param earlier of the same entity tag, compressed
 * @param onError told where it did not work, which leaves the forms as they are
 */
export function keepForms(body: StoredBody, earlier: StoredBody, onError: (error: unknown) => void): void {
  const { gzip: zipped, brotli, isSmallest } = earlier;
  Object.assign(body, { gzip: zipped, brotli, isSmallest });
  if (isSmallest) return;
  body.isSmallest = true;
  lastThorough = lastThorough
    .then(() => last)
    .then(() => compress(body, thorough))
    .catch(onError)
    .then(() => {
      body.compressing = undefined;
    });
  body.compressing = lastThorough;
}

/**
 * Waits for the compressed forms, but not long: over a slow line they save more time than that. Where more is made
 * than can be compressed, whoever asks for more waits, or the bodies of a crawl would pile up in memory.
 */
export async function compressedSoon({ compressing, brotli }: StoredBody): Promise<void> {
  if (!compressing || brotli) return;
  await (unfinished > mostUnfinished ? compressing : Promise.race([compressing, sleep(longestWaitMs)]));
}
