/** The reads of the site: validated, normalised, sanitised, and cached fresh and stale. */
import { type ReadRequest, readSchemas } from '@meridian/contracts/call-schemas';
import { calls, type ReadCall, type ReadCallName } from '@meridian/contracts/calls';
import { type Envelope, success } from '@meridian/contracts/envelope';
import { nextIndiaMidnight } from '@meridian/contracts/india-time';
import type { FastifyBaseLogger } from 'fastify';
import type { StoredAnswer } from '../cache/send-stored.ts';
import { compressBody, storeBody, storedBytes } from '../cache/stored-body.ts';
import { type CacheEntry, type CacheResult, createSwrCache } from '../cache/swr-cache.ts';
import { fieldErrorsOf, HttpProblem } from '../http/errors.ts';
import { isRemoteError } from '../remote/remote-error.ts';
import type { UpstreamClient } from '../upstream/upstream-client.ts';
import { createNormaliser } from './normalise.ts';
import { createRefusalJudge, ReadRefused } from './refusals.ts';

/** An answer in the form in which it is sent. */
export interface CatalogueEntry extends StoredAnswer {
  readonly envelope: Envelope;
  /** Set where the status is not 1: `missing` where the slug or id names nothing. No cache behind this one keeps it. */
  readonly refusal?: 'missing' | 'refused';
}

/** One read: what is asked, and the key under which its answer is kept. */
export interface CatalogueQuery<Name extends ReadCallName = ReadCallName> {
  name: Name;
  request: ReadRequest<Name>;
  key: string;
}

export interface Catalogue {
  /**
   * Checks a request.
   * @throws HttpProblem 400 with the messages of each field
   */
  query<Name extends ReadCallName>(name: Name, request: unknown): CatalogueQuery<Name>;
  /** The answer where it is fresh, at once. */
  fresh(query: CatalogueQuery): CacheEntry<CatalogueEntry> | undefined;
  /**
   * A refusal is answered only where its slug or id names nothing, or nothing better is kept.
   * @param options.wait waits for a refresh where the answer is not fresh any more
   * @throws HttpProblem 502 where the upstream gives no usable answer and none is kept
   */
  read(query: CatalogueQuery, options?: { wait?: boolean }): Promise<CacheEntry<CatalogueEntry>>;
  /** Has the answers under the chosen keys read anew. @returns how many there were */
  purge(choose: (key: string) => boolean): number;
  /** Has every answer read anew, and serves the old one meanwhile. */
  refreshAll(): void;
}

export interface CatalogueOptions {
  upstream: Pick<UpstreamClient, 'read'>;
  upstreamUrl: string;
  /** Headers of every answer. */
  headers: Readonly<Record<string, string>>;
  log: Pick<FastifyBaseLogger, 'warn'>;
  now?: () => number;
  onResult?: (result: CacheResult) => void;
  /** Told of a text of the upstream that is shown as empty. */
  onEmptied?: (call: ReadCallName) => void;
  maxBytes?: number;
}

const dayMs = 24 * 60 * 60 * 1_000;
/** What names nothing now may be published in a minute. */
const probeMs = 1_000;
const missingMs = 10_000;
const defaultMaxBytes = 24 * 1024 * 1024;
const maxEntries = 20_000;

/** How long an answer serves: by its call, to midnight in India at most where it speaks of days. */
function lifeOf(name: ReadCallName, now: number): Omit<CacheEntry<never>, 'value'> {
  const { freshSeconds, expiresAtMidnight }: ReadCall = calls[name];
  const midnight = expiresAtMidnight ? nextIndiaMidnight(now) : Number.POSITIVE_INFINITY;
  return {
    freshUntil: Math.min(now + freshSeconds * 1_000, midnight),
    staleWhileRevalidateUntil: Math.min(now + dayMs, midnight),
    staleIfErrorUntil: now + dayMs,
  };
}

/**
 * The text is kept, what it says only as long as someone needs it: in memory that takes several times the room, and
 * reading a long list for each page that shows it takes time. Whoever gets it does not change it.
 */
function entryOf(
  envelope: Envelope,
  headers: Readonly<Record<string, string>>,
  refusal?: CatalogueEntry['refusal'],
): CatalogueEntry {
  let read = new WeakRef(envelope);
  return {
    ...storeBody(Buffer.from(JSON.stringify(envelope))),
    statusCode: 200,
    headers,
    refusal,
    get envelope(): Envelope {
      const known = read.deref();
      if (known) return known;
      const again = JSON.parse(this.identity.toString('utf8')) as Envelope;
      read = new WeakRef(again);
      return again;
    },
  };
}

export function createCatalogue(options: CatalogueOptions): Catalogue {
  const { upstream, log, now = Date.now } = options;
  const headers = { ...options.headers, 'content-type': 'application/json; charset=utf-8' };
  const normalise = createNormaliser(options.upstreamUrl, (call, reason) => {
    log.warn({ call, reason }, 'a text of the upstream is too large or too deep to be shown');
    options.onEmptied?.(call);
  });
  const cache = createSwrCache<CatalogueEntry>({
    maxBytes: options.maxBytes ?? defaultMaxBytes,
    maxEntries,
    sizeOf: storedBytes,
    finishing: ({ compressing }) => compressing,
    now,
    onResult: options.onResult,
    onRefreshError: (error, key) => log.warn({ err: error, call: key.split('?')[0] }, 'refresh failed'),
  });

  function queryOf<Name extends ReadCallName>(name: Name, request: unknown): CatalogueQuery<Name> {
    const parsed = readSchemas[name].request.safeParse(request ?? {});
    if (!parsed.success)
      throw new HttpProblem(400, 'The request is not complete, or not understood.', {
        errors: fieldErrorsOf(parsed.error),
      });
    const asked = parsed.data as ReadRequest<Name>;
    return { name, request: asked, key: `${name}?${JSON.stringify(asked)}` };
  }

  /** One for all wrong ids of a moment. */
  let probe: { until: number; answers: Promise<boolean> } | undefined;
  function answersNow(): Promise<boolean> {
    if (!probe || now() >= probe.until) {
      const answers = upstream.read('cat_course', {}).then(
        ({ status }) => status === success,
        () => false,
      );
      probe = { until: now() + probeMs, answers };
    }
    return probe.answers;
  }

  const judge = createRefusalJudge(async (name, request) => {
    const query = queryOf(name, request);
    return (await cache.read(query.key, () => load(query), { wait: true })).value.envelope;
  }, answersNow);

  /** @throws ReadRefused unless nothing is named by what was asked for */
  async function missing({ name, request, key }: CatalogueQuery, envelope: Envelope) {
    const verdict = await judge(name, request);
    const entry = cache.peek(key);
    const isKept = entry !== undefined && entry.refusal === undefined;
    if (verdict === 'refused' || (verdict === 'unsure' && isKept)) throw new ReadRefused(name, envelope);
    const end = now() + missingMs;
    return {
      value: entryOf(envelope, headers, 'missing'),
      freshUntil: end,
      staleWhileRevalidateUntil: end,
      staleIfErrorUntil: end,
    };
  }

  async function load(query: CatalogueQuery): Promise<CacheEntry<CatalogueEntry>> {
    const { name, request } = query;
    const envelope = normalise(name, await upstream.read(name, request));
    if (envelope.status !== success) return missing(query, envelope);
    const value = entryOf(envelope, headers);
    compressBody(value, (error) => log.warn({ err: error, call: name }, 'answer not compressed'));
    return { value, ...lifeOf(name, now()) };
  }

  return {
    query: queryOf,
    fresh: ({ key }) => cache.fresh(key),
    purge: (choose) => cache.purge(choose),
    refreshAll: () => cache.refreshAll(),
    async read(query, readOptions) {
      try {
        return await cache.read(query.key, () => load(query), readOptions);
      } catch (error) {
        if (error instanceof ReadRefused) {
          const value = entryOf(error.envelope, headers, 'refused');
          return { value, freshUntil: 0, staleWhileRevalidateUntil: 0, staleIfErrorUntil: 0 };
        }
        if (isRemoteError(error, 'upstream')) throw new HttpProblem(502, 'Fetch error', { cause: error });
        throw error;
      }
    },
  };
}
