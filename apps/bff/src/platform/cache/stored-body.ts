/** Stores response bodies, which are hashed and compressed once, at insertion. */
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
/** First pass: a good ratio within 1 to 2 ms. */
const quick: Effort = { gzip: 6, brotli: 5 };
/** Second pass: 10% smaller, about 100 times slower. */
const thorough: Effort = { gzip: 9, brotli: 11 };
/** Max wait of a request for the compressed forms. */
const maxWaitMs = 100;
/** If more bodies wait for compression, requests wait too instead of getting uncompressed bodies. */
const maxBackgroundBodies = 16;

/** Min bytes for compression. A smaller body fits in one packet without compression. */
const minCompressedBytes = 1_000;

export interface StoredBody {
  identity: Buffer;
  /** Absent before the compression, and if it saves nothing. */
  gzip?: Buffer;
  brotli?: Buffer;
  /**
   * Set while the body waits for compression or is being compressed. Resolves when the compression has ended
   * or failed.
   */
  compressing?: Promise<void>;
  /** True once the compression at the highest effort is requested. */
  isSmallest?: boolean;
  /** Strong entity tag of the identity encoding, quoted. */
  etag: string;
}

/** Brotli window size as log2, clamped to Brotli's limits. */
function windowBits(length: number): number {
  const { BROTLI_MIN_WINDOW_BITS: min, BROTLI_DEFAULT_WINDOW: max } = constants;
  return Math.min(max, Math.max(min, Math.ceil(Math.log2(length))));
}

/**
 * Copies bytes into their own allocation. Results of zlib are slices of 16 KB chunks, and small buffers are
 * slices of the pool: a slice keeps its whole chunk in memory.
 */
export function ownMemory(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/** Creates a stored body, uncompressed. */
export function storeBody(bytes: Buffer): StoredBody {
  const identity = ownMemory(bytes);
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  return { identity, etag: `"${hash}"` };
}

/** Memory used by a body, in bytes. */
export function storedBytes({ identity, gzip: zipped, brotli }: StoredBody): number {
  return identity.length + (zipped?.length ?? 0) + (brotli?.length ?? 0);
}

/** Compresses a body in the libuv thread pool, off the event loop. */
async function compress(body: StoredBody, effort: Effort): Promise<void> {
  const { identity } = body;
  // The default 16 KB chunk per result would be mostly empty.
  const chunkSize = Math.min(16 * 1_024, Math.max(1_024, Math.ceil(identity.length / 3)));
  const zipped = await compressGzip(identity, { level: effort.gzip, chunkSize });
  const brotli = await compressBrotli(identity, {
    chunkSize,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: effort.brotli,
      [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
      // A window larger than the body wastes memory.
      [constants.BROTLI_PARAM_LGWIN]: windowBits(identity.length),
    },
  });
  if (zipped.length < identity.length) body.gzip = ownMemory(zipped);
  if (brotli.length < identity.length) body.brotli = ownMemory(brotli);
}

let last: Promise<void> = Promise.resolve();
let abandoned = 0;

/**
 * Compresses in the background, one body at a time: each compression takes megabytes, which the allocator may
 * not return to the system. Until `compressing` settles, the body is sent uncompressed.
 * @param onError called on failure; the body then stays uncompressed
 */
export function compressBody(body: StoredBody, onError: (error: unknown) => void): void {
  if (body.identity.length < minCompressedBytes) return;
  abandoned += 1;
  last = last
    .then(() => compress(body, quick))
    .catch(onError)
    .then(() => {
      abandoned -= 1;
      body.compressing = undefined;
    });
  body.compressing = last;
}

let lastThorough: Promise<void> = Promise.resolve();

/**
 * Reuses the compressed bodies of identical content and recompresses them once at the highest effort, because
 * unchanged content is likely to be served for long. Lowest priority in the queue.
 * @param earlier compressed body with the same entity tag
 * @param onError called on failure; the compressed bodies then stay as they are
 */
export function reuseCompressed(
  body: StoredBody,
  earlier: StoredBody,
  onError: (error: unknown) => void,
): void {
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
 * Waits up to `maxWaitMs` for the compressed forms, because on a slow line they save more time than the wait
 * costs. If more than `maxBackgroundBodies` wait for compression, the wait has no limit, because uncompressed
 * bodies would pile up in memory during a crawl.
 */
export async function compressedSoon({ compressing, brotli }: StoredBody): Promise<void> {
  if (!compressing || brotli) return;
  await (abandoned > maxBackgroundBodies ? compressing : Promise.race([compressing, sleep(maxWaitMs)]));
}
