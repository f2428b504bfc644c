/** Fetches and caches the upstream's images and files. */
import type { FastifyBaseLogger } from 'fastify';
import { httpError, malformedAnswer } from '../../partners/upstream/upstream-error.ts';
import type { StoredAnswer } from '../../platform/cache/send-stored.ts';
import { compressBody, storeBody, storedBytes } from '../../platform/cache/stored-body.ts';
import { type CacheEntry, type CacheResult, createSwrCache } from '../../platform/cache/swr-cache.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isRemoteError } from '../../platform/remote/remote-error.ts';
import { transportError } from '../../platform/remote/transport-error.ts';
import {
  chunksOf,
  FileTooLarge,
  type LargeFile,
  largeFile,
  readBeginning,
  type Transfer,
} from './media-transfer.ts';
import { isCompressible, mediaType } from './media-type.ts';

/** Larger files are streamed, not cached. */
const maxKeptBytes = 4 * 1024 * 1024;
/** Larger files are refused. */
const defaultMaxSentBytes = 256 * 1024 * 1024;
const cacheBytes = 16 * 1024 * 1024;
const freshMs = 5 * 60 * 1_000;
const dayMs = 24 * 60 * 60 * 1_000;
const route = '/media/*';

type MediaFile = StoredAnswer | LargeFile;

/** A cached file, or one being streamed. */
export type MediaAnswer = { stored: StoredAnswer } | { transfer: Transfer };

export interface Media {
  fresh(path: string): CacheEntry<StoredAnswer> | undefined;
  /**
   * @param path below `/media`, encoded
   * @throws Refusal `not_found`, `partner_unavailable`
   */
  read(path: string): Promise<MediaAnswer>;
  /** Invalidates the chosen files. @returns number of files */
  purge(choose: (path: string) => boolean): number;
  /** Marks every file stale; stale files are served while they are refreshed. */
  refreshAll(): void;
}

export interface MediaOptions {
  upstreamUrl: string;
  timeoutMs: number;
  /** Max size of a streamed file. */
  maxSentBytes?: number;
  headers: Readonly<Record<string, string>>;
  log: Pick<FastifyBaseLogger, 'warn'>;
  onResult?: (result: CacheResult) => void;
}

const isLarge = (file: MediaFile): file is LargeFile => 'cancelUpstream' in file;

/**
 * Cancels a large file that no waiting request has taken. Later requests cannot take it, because it is not
 * cached.
 */
function cancelUnlessTaken(file: LargeFile): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(() => {
      file.cancelUpstream();
      resolve();
    });
  });
}

/** Whether the body is encoded, and its `Content-Length` if it is not. */
function declaredLength({ headers }: Response): { encoded: boolean; length: number | undefined } {
  const encoding = headers.get('content-encoding') ?? 'identity';
  const encoded = encoding !== 'identity';
  const length = headers.get('content-length');
  // With `Content-Encoding`, the length is not that of the decoded body.
  return { encoded, length: !encoded && length && /^\d+$/.test(length) ? Number(length) : undefined };
}

function unavailable(error: unknown): unknown {
  if (!isRemoteError(error, 'upstream')) return error;
  const message = 'The file cannot be fetched just now. Please try again.';
  return new Refusal('partner_unavailable', 'upstream_unavailable', message, { cause: error });
}

export function createMedia(options: MediaOptions): Media {
  const { timeoutMs, log, maxSentBytes = defaultMaxSentBytes } = options;
  const root = new URL('/media/', options.upstreamUrl).href;
  const cache = createSwrCache<MediaFile>({
    maxBytes: cacheBytes,
    maxEntries: 2_000,
    sizeOf: (file) => (isLarge(file) ? 0 : storedBytes(file)),
    finishing: (file) => (isLarge(file) ? cancelUnlessTaken(file) : file.compressing),
    onResult: options.onResult,
    onRefreshError: (error) => log.warn({ err: error, route }, 'refresh failed'),
  });

  async function fetchFile(path: string, signal: AbortSignal): Promise<Response> {
    // Requests no compression: a small compressed file may decode to a large one.
    const headers = { 'accept-encoding': 'identity' };
    const response = await fetch(root + path, { headers, redirect: 'manual', signal });
    if (response.ok) return response;
    await response.body?.cancel();
    if (response.status === 404) throw new Refusal('not_found', 'file_unknown', 'File not found.');
    throw httpError('media', response.status);
  }

  function stored(bytes: Buffer, headers: Record<string, string>): StoredAnswer {
    const value: StoredAnswer = { ...storeBody(bytes), statusCode: 200, headers };
    if (isCompressible(headers['content-type'] ?? ''))
      compressBody(value, (error) => log.warn({ err: error, route }, 'file not compressed'));
    return value;
  }

  async function readFile(response: Response, abort: () => void): Promise<MediaFile> {
    const { encoded, length } = declaredLength(response);
    const headers = { ...options.headers, 'content-type': mediaType(response.headers.get('content-type')) };
    if (length !== undefined && length > maxSentBytes) throw new FileTooLarge();
    const pieces = chunksOf(response);
    // If the declared size is too large for the cache, nothing is read in advance.
    const beginning = await readBeginning(pieces, (length ?? 0) > maxKeptBytes ? -1 : maxKeptBytes);
    if (beginning.whole) return stored(Buffer.concat(beginning.chunks, beginning.length), headers);
    // The upstream compressed the body, although the request accepts no compression. The decoded size is
    // unknown, and too large for the cache.
    if (encoded) throw new FileTooLarge();
    const sentHeaders = length === undefined ? headers : { ...headers, 'content-length': String(length) };
    return largeFile(sentHeaders, beginning, pieces, { maxBytes: length ?? maxSentBytes, abort });
  }

  async function load(path: string): Promise<CacheEntry<MediaFile>> {
    const call = new AbortController();
    const abort = () => call.abort();
    const timer = setTimeout(
      () => call.abort(new DOMException('No answer in time', 'TimeoutError')),
      timeoutMs,
    );
    try {
      const value = await readFile(await fetchFile(path, call.signal), abort);
      if (isLarge(value)) return { value, freshUntil: 0, staleWhileRevalidateUntil: 0, staleIfErrorUntil: 0 };
      const now = Date.now();
      return {
        value,
        freshUntil: now + freshMs,
        staleWhileRevalidateUntil: now + dayMs,
        staleIfErrorUntil: now + dayMs,
      };
    } catch (error) {
      abort();
      if (error instanceof Refusal) throw error;
      throw error instanceof FileTooLarge
        ? malformedAnswer('media', error)
        : transportError('upstream', 'media', error);
    } finally {
      clearTimeout(timer);
    }
  }

  async function open(path: string): Promise<MediaAnswer> {
    let { value } = await cache.read(path, () => load(path));
    for (;;) {
      if (!isLarge(value)) return { stored: value };
      const transfer = value.take();
      if (transfer) return { transfer };
      // One waiting request streams the file; the others start their own calls.
      ({ value } = await load(path));
    }
  }

  return {
    // A large file is never stored.
    fresh: (path) => cache.fresh(path) as CacheEntry<StoredAnswer> | undefined,
    purge: (choose) => cache.purge(choose),
    refreshAll: () => cache.refreshAll(),
    read: (path) =>
      open(path).catch((error: unknown) => {
        throw unavailable(error);
      }),
  };
}
