/** The site's reads: validated, normalised, sanitised, and cached with stale-while-revalidate. */
import { type ReadRequest, readSchemas } from '@meridian/contracts/call-schemas';
import type { ReadCallName } from '@meridian/contracts/calls';
import { type Envelope, success } from '@meridian/contracts/envelope';
import { nextIndiaMidnight } from '@meridian/contracts/india-time';
import { readRules } from '@meridian/contracts/read-rules';
import type { ReferenceValues } from '@meridian/contracts/site/text-references';
import type { FastifyBaseLogger } from 'fastify';
import type { UpstreamClient } from '../../partners/upstream/upstream-client.ts';
import type { StoredAnswer } from '../../platform/cache/send-stored.ts';
import { compressBody, storeBody, storedBytes } from '../../platform/cache/stored-body.ts';
import { type CacheEntry, type CacheResult, createSwrCache } from '../../platform/cache/swr-cache.ts';
import { fieldErrorsOf } from '../../platform/http/problems/errors.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isRemoteError } from '../../platform/remote/remote-error.ts';
import { createNormaliser } from './normalise.ts';
import { createRefusalClassifier, ReadRefused } from './refusals.ts';
import type { PublishedTerms } from './text-writer.ts';

/** A response, ready to send. */
export interface CatalogueEntry extends StoredAnswer {
  readonly envelope: Envelope;
  /**
   * Set if the upstream's status is not 1. `missing`: the slug or id does not exist. Shared caches must not
   * store such a response.
   */
  readonly refusal?: 'missing' | 'refused';
}

/** One read: its request and its cache key. */
export interface CatalogueQuery<Name extends ReadCallName = ReadCallName> {
  name: Name;
  request: ReadRequest<Name>;
  key: string;
}

export interface Catalogue {
  /**
   * Validates a request.
   * @throws Refusal `invalid` with field errors
   */
  query<Name extends ReadCallName>(name: Name, request: unknown): CatalogueQuery<Name>;
  /** Returns a fresh answer synchronously. */
  fresh(query: CatalogueQuery): CacheEntry<CatalogueEntry> | undefined;
  /**
   * Reads an answer. A refusal replaces a cached answer only if the slug or id does not exist.
   * @param options.wait waits for the refresh if the cached answer is not fresh
   * @throws Refusal `partner_unavailable` if there is no usable answer, neither from the upstream nor cached;
   * `unavailable` if a text needs terms of sale that are unknown
   */
  read(query: CatalogueQuery, options?: { wait?: boolean }): Promise<CacheEntry<CatalogueEntry>>;
  /** Invalidates the chosen keys. @returns number of entries invalidated */
  purge(choose: (key: string) => boolean): number;
  /** Marks every entry stale; stale entries are served while they are refreshed. */
  refreshAll(): void;
}

export interface CatalogueOptions {
  upstream: Pick<UpstreamClient, 'read'>;
  upstreamUrl: string;
  /** Terms of sale that replace placeholders in HTML; undefined while they are unknown. */
  terms: () => PublishedTerms | undefined;
  /** Values of the placeholders `{{name}}` in HTML, besides terms of sale. */
  references: () => ReferenceValues;
  /** Headers of every response. */
  headers: Readonly<Record<string, string>>;
  log: Pick<FastifyBaseLogger, 'warn'>;
  now?: () => number;
  onResult?: (result: CacheResult) => void;
  /** Called when a text exceeds the limits and is replaced by an empty one. */
  onEmptied?: (call: ReadCallName) => void;
  maxBytes?: number;
}

const dayMs = 24 * 60 * 60 * 1_000;
/** TTL of the probe. It is short, because an unknown id may be published soon. */
const probeMs = 1_000;
const missingMs = 10_000;
const defaultMaxBytes = 24 * 1024 * 1024;
const maxEntries = 20_000;

/**
 * Expiry times of a call. If the answer depends on the date, it expires at midnight in India at the latest.
 */
function expiryOf(name: ReadCallName, now: number): Omit<CacheEntry<never>, 'value'> {
  const { freshSeconds, expiresAtMidnight } = readRules[name];
  const midnight = expiresAtMidnight ? nextIndiaMidnight(now) : Number.POSITIVE_INFINITY;
  return {
    freshUntil: Math.min(now + freshSeconds * 1_000, midnight),
    staleWhileRevalidateUntil: Math.min(now + dayMs, midnight),
    staleIfErrorUntil: now + dayMs,
  };
}

/**
 * Caches the serialised text. The parsed data takes several times the memory, so it is only weakly
 * referenced. Callers must not mutate it.
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
  const normalise = createNormaliser({
    upstreamUrl: options.upstreamUrl,
    terms: options.terms,
    references: options.references,
    onEmptied(call, reason) {
      log.warn({ call, reason }, 'a text of the upstream is too large or too deeply nested to be shown');
      options.onEmptied?.(call);
    },
    onUnknownName: (name) =>
      log.warn({ name }, 'a text of the upstream refers to a name that does not exist or is not set'),
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
      throw new Refusal('invalid', 'request_invalid', 'The request is incomplete or invalid.', {
        errors: fieldErrorsOf(parsed.error),
      });
    const requested = parsed.data as ReadRequest<Name>;
    return { name, request: requested, key: `${name}?${JSON.stringify(requested)}` };
  }

  /** One probe is shared by all unknown ids within its TTL. */
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

  const classify = createRefusalClassifier(async (name, request) => {
    const query = queryOf(name, request);
    return (await cache.read(query.key, () => load(query), { wait: true })).value.envelope;
  }, answersNow);

  /**
   * Returns an answer if the slug or id does not exist, or if this is unsure and no answer is cached.
   * @throws ReadRefused otherwise
   */
  async function missing({ name, request, key }: CatalogueQuery, envelope: Envelope) {
    const result = await classify(name, request);
    const entry = cache.peek(key);
    const isKept = entry !== undefined && entry.refusal === undefined;
    if (result === 'refused' || (result === 'unsure' && isKept)) throw new ReadRefused(name, envelope);
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
    const envelope = normalise(name, request, await upstream.read(name, request));
    if (envelope.status !== success) return missing(query, envelope);
    const value = entryOf(envelope, headers);
    compressBody(value, (error) => log.warn({ err: error, call: name }, 'answer not compressed'));
    return { value, ...expiryOf(name, now()) };
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
        if (isRemoteError(error, 'upstream'))
          throw new Refusal('partner_unavailable', 'upstream_unavailable', 'Fetch error', { cause: error });
        throw error;
      }
    },
  };
}
