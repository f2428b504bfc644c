import { callPath, type ReadCallName, readCallNames } from '@meridian/contracts/calls';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { sharedCacheControl } from '../../platform/cache/cache-control.ts';
import { sendStored } from '../../platform/cache/send-stored.ts';
import { compressedSoon } from '../../platform/cache/stored-body.ts';
import type { CacheEntry } from '../../platform/cache/swr-cache.ts';
import type { Guard } from '../../platform/http/limits.ts';
import type { Catalogue, CatalogueEntry, CatalogueQuery } from './catalogue.ts';
import { getCall, postCall } from './read-calls.ts';

/** Longer URLs are not memoised. */
const maxRememberedLength = 300;

function send(request: FastifyRequest, reply: FastifyReply, entry: CacheEntry<CatalogueEntry>): void {
  const { value } = entry;
  sendStored(request, reply, value, value.refusal ? 'no-store' : sharedCacheControl(entry, Date.now()));
}

/**
 * `GET /api/<call>?…` and `POST /api/<call>` with a JSON body, for every read.
 * @param limitMisses rate limit for requests that miss the cache
 */
export function catalogueRoutes(app: FastifyInstance, catalogue: Catalogue, limitMisses: Guard): void {
  // Memoises parsed URLs: parsing costs more than sending a cached answer.
  const memoizeFor = new LRUCache<string, CatalogueQuery>({ max: 5_000 });

  function queryOfAddress(name: ReadCallName, request: FastifyRequest): CatalogueQuery {
    const address = request.raw.url ?? '';
    const known = memoizeFor.get(address);
    if (known) return known;
    const query = catalogue.query(name, request.query);
    if (address.length <= maxRememberedLength) memoizeFor.set(address, query);
    return query;
  }

  async function load(query: CatalogueQuery, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await limitMisses(request);
    const entry = await catalogue.read(query);
    await compressedSoon(entry.value);
    send(request, reply, entry);
  }

  /** Synchronous for a cache hit, because a promise would be a large part of its cost. */
  function answer(query: CatalogueQuery, request: FastifyRequest, reply: FastifyReply) {
    const fresh = catalogue.fresh(query);
    return fresh ? send(request, reply, fresh) : load(query, request, reply);
  }

  for (const name of readCallNames) {
    const url = `/api${callPath(name)}`;
    app.get(url, { config: { describes: () => getCall(name) } }, (request, reply) =>
      answer(queryOfAddress(name, request), request, reply),
    );
    app.post(url, { config: { describes: () => postCall(name) } }, (request, reply) =>
      answer(catalogue.query(name, request.body), request, reply),
    );
  }
}
