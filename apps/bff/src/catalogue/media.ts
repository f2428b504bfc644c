/** Pictures and files of the upstream, as they are fetched and kept. */
import type { FastifyBaseLogger } from 'fastify';
import ky from 'ky';
import { HttpProblem } from '../http/errors.ts';
import type { StoredAnswer } from '../http/send-stored.ts';
import { type CacheResult, createStaleCache, type Kept } from '../http/stale-cache.ts';
import { compressBody, storeBody, storedBytes } from '../http/stored-body.ts';
import { readBounded } from '../upstream/answer.ts';
import { UpstreamError } from '../upstream/upstream-client.ts';
import { httpError, transportError } from '../upstream/upstream-error.ts';

/** Larger files pass through without being kept. */
const maxKeptBytes = 4 * 1024 * 1024;
const cacheBytes = 16 * 1024 * 1024;
const freshMs = 5 * 60 * 1_000;
const dayMs = 24 * 60 * 60 * 1_000;

const compressible = /^(?:image\/svg\+xml|text\/|application\/(?:json|xml))/;
/** A page from the upstream would speak in the name of this site. */
const passive = /^(?:image|audio|video|font)\/|^application\/(?!xhtml)|^text\/(?:plain|csv|calendar)/;
const route = '/media/*';
const unknownType = 'application/octet-stream';

/** A file that is too large to be kept: it has to be passed through. */
export class LargeFile extends Error {
  override readonly name = 'LargeFile';
  readonly code = 'LARGE_FILE';
  readonly retry = false;
}

export interface Media {
  fresh(path: string): Kept<StoredAnswer> | undefined;
  /**
   * @param path below `/media`, encoded
   * @throws HttpProblem 404, 502; LargeFile
   */
  read(path: string): Promise<Kept<StoredAnswer>>;
  /** Has the chosen files fetched anew. @returns how many there were */
  purge(choose: (path: string) => boolean): number;
  /** Has every file fetched anew, and serves the old one meanwhile. */
  refreshAll(): void;
  /** Opens a file to be passed through. @throws HttpProblem 404, 502 */
  open(path: string, signal: AbortSignal): Promise<{ headers: Record<string, string>; body: ReadableStream }>;
}

export interface MediaOptions {
  upstreamUrl: string;
  timeoutMs: number;
  headers: Readonly<Record<string, string>>;
  log: Pick<FastifyBaseLogger, 'warn'>;
  onResult?: (result: CacheResult) => void;
}

export function createMedia(options: MediaOptions): Media {
  const { timeoutMs, log } = options;
  const root = new URL('/media/', options.upstreamUrl).href;
  const http = ky.create({ retry: 0, throwHttpErrors: false, redirect: 'manual', timeout: false });
  const cache = createStaleCache<StoredAnswer>({
    maxBytes: cacheBytes,
    maxEntries: 2_000,
    sizeOf: storedBytes,
    finishing: ({ compressing }) => compressing,
    onResult: options.onResult,
    onRefreshError: (error) => log.warn({ err: error, route }, 'refresh failed'),
  });

  /** Headers by the kind of file; a viewer of PDFs does not work in a sandbox and needs none. */
  function headersFor(response: Response): Record<string, string> {
    const given = response.headers.get('content-type') ?? unknownType;
    const type = passive.test(given) ? given : unknownType;
    const { 'content-security-policy': policy = '', ...others } = options.headers;
    return {
      ...others,
      ...(!type.startsWith('application/pdf') && { 'content-security-policy': policy }),
      'content-type': type,
    };
  }

  async function fetchFile(path: string, signal: AbortSignal): Promise<Response> {
    const response = await http.get(root + path, { signal });
    if (response.ok) return response;
    await response.body?.cancel();
    if (response.status === 404) throw new HttpProblem(404, 'There is no such file.');
    throw httpError('media', response.status);
  }

  async function load(path: string): Promise<Kept<StoredAnswer>> {
    try {
      const response = await fetchFile(path, AbortSignal.timeout(timeoutMs));
      const bytes = await readBounded(response, maxKeptBytes);
      if (!bytes) throw new LargeFile('The file is too large to be kept');
      const headers = headersFor(response);
      const value: StoredAnswer = { ...storeBody(bytes), statusCode: 200, headers };
      if (compressible.test(headers['content-type'] ?? ''))
        compressBody(value, (error) => log.warn({ err: error, route }, 'file not compressed'));
      const now = Date.now();
      return { value, freshUntil: now + freshMs, usableUntil: now + dayMs, keptUntil: now + dayMs };
    } catch (error) {
      if (error instanceof HttpProblem || error instanceof LargeFile) throw error;
      throw transportError('media', error);
    }
  }

  function unavailable(error: unknown): unknown {
    if (!(error instanceof UpstreamError)) return error;
    return new HttpProblem(502, 'The file cannot be fetched just now. Please try again.', { cause: error });
  }

  return {
    fresh: (path) => cache.fresh(path),
    purge: (choose) => cache.purge(choose),
    refreshAll: () => cache.refreshAll(),
    read: (path) =>
      cache
        .read(path, () => load(path))
        .catch((error: unknown) => {
          throw unavailable(error);
        }),
    async open(path, signal) {
      try {
        const response = await fetchFile(path, signal);
        const length = response.headers.get('content-length');
        const headers = headersFor(response);
        return {
          headers: length ? { ...headers, 'content-length': length } : headers,
          body: response.body ?? new Blob([]).stream(),
        };
      } catch (error) {
        throw unavailable(error instanceof HttpProblem ? error : transportError('media', error));
      }
    },
  };
}
