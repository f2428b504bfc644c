import { findRedirect } from '@meridian/instance/redirects';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sharedCacheControl } from '../../platform/cache/cache-control.ts';
import { type StoredAnswer, sendStored } from '../../platform/cache/send-stored.ts';
import { compressedSoon } from '../../platform/cache/stored-body.ts';
import type { CacheEntry } from '../../platform/cache/swr-cache.ts';
import { isDatabaseUnavailable } from '../../platform/database/connection/unavailable.ts';
import { errorPage } from '../../platform/http/error-page.ts';
import type { Guard } from '../../platform/http/limits.ts';
import { isMachinePath } from '../../platform/http/machine-path.ts';
import { databaseProblem, refusalProblem } from '../../platform/http/problems/error-handler.ts';
import { HttpProblem } from '../../platform/http/problems/errors.ts';
import { originForm } from '../../platform/http/request-target.ts';
import type { Headers } from '../../platform/http/security-headers.ts';
import { Refusal } from '../../platform/refusal.ts';
import { analyticsFramePath } from './analytics-frame.ts';
import type { Assets } from './assets.ts';
import { type Pages, PageUnavailable } from './pages.ts';
import type { SiteInstance } from './site-instance.ts';
import { robotsText } from './site-map.ts';
import { speculationRules, speculationRulesPath } from './speculation-rules.ts';
import { pageOfState, stateAt, stateFolder } from './state-file.ts';
import type { Page } from './stored-page.ts';

export interface PageRoutesOptions {
  pages: Pages;
  assets: Assets;
  instance: Pick<SiteInstance, 'current' | 'findFile'>;
  publicUrl: string;
  headers: Headers;
  /** True if search engines may index the site. */
  listed: boolean;
  /** Document of the analytics frame, if analytics services are configured. */
  analyticsFrame?: StoredAnswer | undefined;
  limitMisses: Guard;
  /** Answers pages that are rendered for each request. @returns false if the path is not one of them */
  answerPage?: (request: FastifyRequest, reply: FastifyReply, address: Address) => Promise<boolean>;
}

const maxPathLength = 500;
const unavailableSeconds = 10;
const redirectCacheControl = 'public, max-age=3600';
const immutable = 'public, max-age=31536000, immutable';

export interface Address {
  path: string;
  /** The query with its question mark, or empty. */
  query: string;
}

function addressOf(request: FastifyRequest): Address {
  // Uses the original URL, because the router may have a normalised URL.
  const url = originForm({ url: request.originalUrl });
  const at = url.indexOf('?');
  return at < 0 ? { path: url, query: '' } : { path: url.slice(0, at), query: url.slice(at) };
}

/** Canonical form of a path. Two leading slashes or backslashes would redirect to another host. */
function plainPath(path: string): string {
  const single = path.replace(/[/\\]+/g, '/');
  return single.length > 1 ? single.replace(/\/$/, '') : single;
}

function pageCacheControl(entry: CacheEntry<Page>): string {
  return entry.value.private ? 'private, no-store' : sharedCacheControl(entry, Date.now());
}

function sendUnavailable(request: FastifyRequest, reply: FastifyReply, { page }: PageUnavailable): void {
  const headers = { ...page.headers, 'retry-after': String(unavailableSeconds) };
  sendStored(request, reply, { ...page, headers }, 'no-store');
}

function pageProblem(error: unknown): HttpProblem {
  if (error instanceof HttpProblem) return error;
  if (error instanceof Refusal) return refusalProblem(error);
  return isDatabaseUnavailable(error) ? databaseProblem(error) : new HttpProblem(500, '', { cause: error });
}

/**
 * Answers every `GET` that no other route answers, for example for pages, assets, `robots.txt`, `sitemap.xml`
 * and redirects of old URLs.
 */
export async function pageRoutes(app: FastifyInstance, options: PageRoutesOptions): Promise<void> {
  const { pages, assets, instance, headers, limitMisses } = options;
  const robots = robotsText(options.publicUrl, options.listed);

  // Requests for pages get an error page, not JSON.
  app.setErrorHandler((error, request, reply) => {
    const problem = pageProblem(error);
    if (problem.statusCode >= 500)
      request.log.error({ err: problem.cause ?? problem, route: request.routeOptions.url }, 'page failed');
    if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', problem.retryAfterSeconds);
    return reply
      .code(problem.statusCode)
      .headers({ ...headers, 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(errorPage(problem.statusCode));
  });

  function redirect(reply: FastifyReply, path: string, { query }: Address): FastifyReply {
    const joined = query && path.includes('?') ? path + query.replace('?', '&') : path + query;
    return reply.headers({ ...headers, 'cache-control': redirectCacheControl }).redirect(joined, 301);
  }

  function sendPage(request: FastifyRequest, reply: FastifyReply, entry: CacheEntry<Page>): void {
    sendStored(request, reply, entry.value, pageCacheControl(entry));
  }

  async function load(address: Address, request: FastifyRequest, reply: FastifyReply) {
    const { path } = address;
    if (isMachinePath(path)) return reply.callNotFound();
    if (path.length > maxPathLength) throw new HttpProblem(414, 'The address is too long.');
    const file = (await instance.findFile(path)) ?? (await assets.find(path));
    if (file) {
      return sendStored(request, reply, file, file.cacheControl);
    }
    const plain = plainPath(path);
    const moved = findRedirect(instance.current().redirects, plain);
    if (moved !== undefined || plain !== path) return redirect(reply, moved ?? plain, address);
    await limitMisses(request);
    try {
      const entry = await pages.read(path);
      await compressedSoon(entry.value);
      sendPage(request, reply, entry);
    } catch (error) {
      if (!(error instanceof PageUnavailable)) throw error;
      sendUnavailable(request, reply, error);
    }
  }

  async function checkoutPage(address: Address, request: FastifyRequest, reply: FastifyReply) {
    if (await options.answerPage?.(request, reply, address)) return reply;
    const fresh = pages.fresh(address.path);
    return fresh ? sendPage(request, reply, fresh) : load(address, request, reply);
  }

  async function makeState(request: FastifyRequest, path: string, address: string) {
    await limitMisses(request);
    try {
      return stateAt((await pages.read(path)).value, address);
    } catch (error) {
      if (error instanceof PageUnavailable) return undefined;
      throw error;
    }
  }

  app.get('/robots.txt', (_request, reply) =>
    reply
      .headers({ ...headers, 'cache-control': 'public, max-age=3600' })
      .type('text/plain; charset=utf-8')
      .send(robots),
  );

  app.get(speculationRulesPath, (_request, reply) =>
    reply
      .headers({ ...headers, 'cache-control': 'public, max-age=3600' })
      .type('application/speculationrules+json')
      .send(speculationRules),
  );

  const { analyticsFrame } = options;
  if (analyticsFrame)
    app.get(analyticsFramePath, (request, reply) => sendStored(request, reply, analyticsFrame, 'no-cache'));

  app.get('/sitemap.xml', async (request, reply) => {
    if (!options.listed) return reply.callNotFound();
    await limitMisses(request);
    const entry = await pages.siteMap();
    await compressedSoon(entry.value);
    sendStored(request, reply, entry.value, sharedCacheControl(entry, Date.now()));
  });

  app.get('/assets/*', async (request, reply) => {
    const file = await assets.find(addressOf(request).path);
    if (!file) return reply.callNotFound();
    return sendStored(request, reply, file, file.cacheControl);
  });

  /**
   * State file of a page. If it is not cached, the page is rendered again: unchanged content gives the same
   * URL.
   */
  app.get(`${stateFolder}*`, async (request, reply) => {
    const { path: address } = addressOf(request);
    const path = pageOfState(address);
    if (path === undefined || path.length > maxPathLength || isMachinePath(path) || plainPath(path) !== path)
      return reply.callNotFound();
    const state = pages.storedState(path, address) ?? (await makeState(request, path, address));
    if (!state) return reply.callNotFound();
    await compressedSoon(state);
    return sendStored(request, reply, state, immutable);
  });

  app.get('/*', (request, reply) => {
    const address = addressOf(request);
    if (address.path.startsWith('/checkout')) return checkoutPage(address, request, reply);
    const fresh = pages.fresh(address.path);
    return fresh ? sendPage(request, reply, fresh) : load(address, request, reply);
  });
}
