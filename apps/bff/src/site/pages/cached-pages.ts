/** Answers cached pages ahead of Fastify: its router, objects and hooks take as long as the rest of such an answer. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { sharedCacheControl } from '../../platform/cache/cache-control.ts';
import { writeStored } from '../../platform/cache/send-stored.ts';
import type { CacheEntry } from '../../platform/cache/swr-cache.ts';
import type { Pages } from './pages.ts';
import type { Page } from './stored-page.ts';

/** The catch-all route. */
export const pagesRoute = '/*';

export function pageCacheControl(entry: CacheEntry<Page>): string {
  return entry.value.private ? 'private, no-store' : sharedCacheControl(entry, Date.now());
}

/** Finds a page's difference from a document that the browser has. */
export function deltaOf(pages: Pages, page: Page): ((available: string) => Buffer | undefined) | undefined {
  return page.private ? undefined : (available) => pages.delta(page, available);
}

/** Nothing in the request that a hook, a plugin or Node's parser would treat in another way. */
function isPlain({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    headers.host !== undefined &&
    headers.origin === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  );
}

/**
 * A plain GET of a fresh page is answered before Fastify sees it, with the same bytes and counted in the same way. All
 * else, and every request during a shutdown, goes to Fastify. Register before the routes.
 * @param count counts an answer by route and status
 */
export function answerCachedPages(
  app: FastifyInstance,
  pages: Pages,
  count: (route: string, status: number) => void,
): void {
  const ownRoutes = new Set<string>();
  let closing = false;

  function isAnswered(request: IncomingMessage, response: ServerResponse): boolean {
    if (closing || !isPlain(request)) return false;
    const { url = '' } = request;
    const at = url.indexOf('?');
    const path = at < 0 ? url : url.slice(0, at);
    const entry = ownRoutes.has(path) ? undefined : pages.fresh(path);
    if (!entry) return false;
    writeStored(request, response, entry.value, pageCacheControl(entry), deltaOf(pages, entry.value));
    count(pagesRoute, response.statusCode);
    return true;
  }

  // Asking for the state of such an address caches a page of it, which must not be answered in place of the route.
  app.addHook('onRoute', ({ url }) => {
    ownRoutes.add(url);
  });
  app.addHook('onReady', (done) => {
    const [answer, ...others] = app.server.listeners('request');
    if (!answer || others.length > 0) throw new TypeError('Fastify listens to requests in another way');
    app.server.removeAllListeners('request');
    app.server.on('request', (request, response) => {
      if (!isAnswered(request, response)) Reflect.apply(answer, app.server, [request, response]);
    });
    done();
  });
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
}
