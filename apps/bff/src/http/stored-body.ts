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

/** Takes bytes into store, not yet compressed. */
export function storeBody(identity: Buffer): StoredBody {
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  return { identity, etag: `"${hash}"` };
}

/** What a body takes in memory, in bytes. */
export function storedBytes({ identity, gzip: zipped, brotli }: StoredBody): number {
  return identity.length + (zipped?.length ?? 0) + (brotli?.length ?? 0);
}

/**
 * Adds the compressed forms. The work is done by threads of the platform, not by the one that answers requests.
 * @param brotliQuality 0 to 11; the highest is for what is compressed once and for all
 */
export async function compressBody(body: StoredBody, brotliQuality = 5): Promise<void> {
  const { identity } = body;
  if (identity.length < leastCompressedBytes) return;
  const [zipped, brotli] = await Promise.all([
    compressGzip(identity, { level: 6 }),
    compressBrotli(identity, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
        // A window beyond the body's own length takes memory and saves nothing.
        [constants.BROTLI_PARAM_LGWIN]: windowBits(identity.length),
      },
    }),
  ]);
  if (zipped.length < identity.length) body.gzip = zipped;
  if (brotli.length < identity.length) body.brotli = brotli;
}
