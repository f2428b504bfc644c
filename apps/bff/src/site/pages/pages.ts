/** Documents for first loads: rendered from the catalogue, and cached compressed. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { success } from '@meridian/contracts/envelope';
import type { PrivateReaders, SalesOfPages } from '@meridian/contracts/site/renderer';
import { serverContentId } from '@meridian/contracts/site/server-content';
import type { FastifyBaseLogger } from 'fastify';
import type { StoredAnswer } from '../../platform/cache/send-stored.ts';
import { compressBody, reuseCompressed, storeBody } from '../../platform/cache/stored-body.ts';
import { type CacheEntry, type CacheResult, createSwrCache } from '../../platform/cache/swr-cache.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { createPageReads } from './page-reads.ts';
import type { SiteInstance } from './site-instance.ts';
import { siteMapXml } from './site-map.ts';
import { type StateFile, stateAt } from './state-file.ts';
import { type DocumentOptions, type Page, pageBytes, storePage } from './stored-page.ts';

/** The main content of the page was refused or is unavailable. Carries the page to show instead. */
export class PageUnavailable extends Error {
  override readonly name = 'PageUnavailable';
  readonly code = 'PAGE_UNAVAILABLE';
  readonly retry = true;
  readonly page: Page;

  constructor(page: Page) {
    super('The upstream refuses the call or does not answer');
    this.page = page;
  }
}

export interface Pages {
  fresh(path: string): CacheEntry<Page> | undefined;
  /**
   * @param path without query
   * @throws PageUnavailable if the upstream refuses or does not answer, and no stale page is cached
   */
  read(path: string): Promise<CacheEntry<Page>>;
  /**
   * Renders a page and inserts content that the server writes itself. The result is never cached.
   * @param path of a page with the element `serverContentId`
   * @param markup trusted HTML
   */
  fill(path: string, content: { status: number; markup: string }): Promise<StoredAnswer>;
  /** A cached state file. @param path path of its page @param address URL of the file */
  storedState(path: string, address: string): StateFile | undefined;
  /** `sitemap.xml`. @throws Refusal `partner_unavailable`, `unavailable` */
  siteMap(): Promise<CacheEntry<StoredAnswer>>;
  /** Keys of the answers from which a cached page was rendered. */
  readsOf(path: string): readonly string[];
  /**
   * Invalidates the chosen pages, and also the sitemap if it is chosen. @returns number of pages invalidated
   */
  purge(choose: (path: string, reads: readonly string[]) => boolean): number;
  /** Marks every page stale; stale pages are served while they are rendered again. */
  refreshAll(): void;
}

export interface PagesOptions extends DocumentOptions, PrivateReaders {
  catalogue: Catalogue;
  instance: Pick<SiteInstance, 'document'>;
  publicUrl: string;
  /** Whether pages offer enrolment or an enquiry. */
  sales: () => SalesOfPages;
  /** Legal name and address of the supplier, in one line. */
  company?: string | undefined;
  log: Pick<FastifyBaseLogger, 'warn'>;
  now?: () => number;
  onResult?: (result: CacheResult) => void;
}

/** Max bytes of documents, their state files, and the compressed copies of both. */
const cacheBytes = 24 * 1024 * 1024;
/** After a purge, a request gets the new page if it renders within this time, else the old page. */
const purgedWaitMs = 1_000;
const dayMs = 24 * 60 * 60 * 1_000;
const missingMs = 10_000;
const siteMapMs = 10 * 60 * 1_000;
const refusedSeconds = 10;

/** The element of a checkout page into which the server inserts content. */
const contentPlace = `<div id="${serverContentId}"></div>`;
const closing = '</div>';
/** Compression level of a document that is used once. */
const fillLevel = 4;
const compressGzip = promisify(gzip);

const siteMapPath = '/sitemap.xml';

export function createPages(options: PagesOptions): Pages {
  const { web, catalogue, instance, publicUrl, sales, company, log, now = Date.now } = options;
  const warn = (error: unknown, route: string) => log.warn({ err: error, route }, 'page not refreshed');
  const cache = createSwrCache<Page>({
    maxBytes: cacheBytes,
    maxEntries: 10_000,
    sizeOf: pageBytes,
    finishing: ({ compressing }) => compressing,
    now,
    purgedWaitMs,
    onResult: options.onResult,
    onRefreshError: (error) => warn(error, '/*'),
  });
  const siteMaps = createSwrCache<Page>({
    maxBytes: cacheBytes,
    maxEntries: 1,
    sizeOf: pageBytes,
    finishing: ({ compressing }) => compressing,
    now,
    onRefreshError: (error) => warn(error, siteMapPath),
  });
  /** Logs a failed read. The page shows the failure, and the browser requests the data again. */
  const logged =
    <Data>(route: string, read: (address: string) => Promise<Data>) =>
    async (address: string): Promise<Data> => {
      try {
        return await read(address);
      } catch (error) {
        warn(error, route);
        throw error;
      }
    };
  const readers: PrivateReaders = {
    readReceipt: logged('/receipt/:token', options.readReceipt),
    readClassList: logged('/class/:token', options.readClassList),
    readFeedback: logged('/feedback/:token', options.readFeedback),
    readCertificate: logged('/certificate/:number', options.readCertificate),
  };
  function compress(page: StoredAnswer, route: string, earlier?: StoredAnswer): void {
    const onError = (error: unknown) => log.warn({ err: error, route }, 'page not compressed');
    if (earlier?.brotli && earlier.etag === page.etag) reuseCompressed(page, earlier, onError);
    else compressBody(page, onError);
  }

  async function load(path: string, wait: boolean): Promise<CacheEntry<Page>> {
    const { read, readAside, life, keys } = createPageReads(catalogue, wait, now);
    const context = { read, readAside, ...readers, publicUrl, sales: sales(), company };
    const page = await web.render(path, context);
    const shown = { ...options, instance: instance.document() };
    const value = storePage(path, page, keys, shown, cache.peek(path)?.states);
    if (page.status === 503) throw new PageUnavailable(value);
    const [state] = value.states;
    if (state && !state.brotli) compress(state, '/*');
    compress(value, '/*', cache.peek(path));
    if (value.private) return { value, freshUntil: 0, staleWhileRevalidateUntil: 0, staleIfErrorUntil: 0 };
    const end = now() + missingMs;
    return page.status === 404
      ? {
          value,
          freshUntil: Math.min(life.freshUntil, end),
          staleWhileRevalidateUntil: end,
          staleIfErrorUntil: end,
        }
      : { value, ...life };
  }

  async function loadSiteMap(): Promise<CacheEntry<Page>> {
    const { read, keys } = createPageReads(catalogue, false, now);
    const pages = await web.listPages({
      read: async (name, request) => {
        const answer = await read(name, request);
        if (answer.status === success) return answer;
        throw new Refusal('unavailable', 'content_refused', 'Failed to load content', {
          retryAfterSeconds: refusedSeconds,
        });
      },
    });
    const value: Page = {
      ...storeBody(Buffer.from(siteMapXml(pages, publicUrl))),
      statusCode: 200,
      private: false,
      reads: [...keys],
      states: [],
      headers: { ...instance.document().headers, 'content-type': 'application/xml; charset=utf-8' },
    };
    compress(value, siteMapPath);
    const end = now() + dayMs;
    return { value, freshUntil: now() + siteMapMs, staleWhileRevalidateUntil: end, staleIfErrorUntil: end };
  }

  return {
    fresh: (path) => cache.fresh(path),
    // A page that is rendered again waits for fresh answers. The first rendering accepts stale answers.
    read: (path) => cache.read(path, () => load(path, cache.has(path))),
    async fill(path, { status, markup }) {
      const { value } = await cache.read(path, () => load(path, cache.has(path)));
      const document = value.identity.toString();
      const [before = '', after] = document.split(contentPlace, 2);
      if (after === undefined) throw new Error(`${path} has no place for content`);
      const text = `${before}${contentPlace.slice(0, -closing.length)}${markup}${closing}${after}`;
      const body = storeBody(Buffer.from(text));
      const { 'speculation-rules': _rules, ...headers } = value.headers;
      const gzip = await compressGzip(body.identity, { level: fillLevel });
      return {
        ...body,
        gzip,
        statusCode: status,
        headers: { ...headers, 'x-robots-tag': 'noindex', 'referrer-policy': 'strict-origin' },
      };
    },
    storedState: (path, address) => stateAt(cache.peek(path), address),
    siteMap: () => siteMaps.read(siteMapPath, loadSiteMap),
    readsOf: (path) => cache.peek(path)?.reads ?? [],
    purge(choose) {
      const chosen = (path: string, { reads }: Page) => choose(path, reads);
      return cache.purge(chosen) + siteMaps.purge(chosen);
    },
    refreshAll() {
      cache.refreshAll();
      siteMaps.refreshAll();
    },
  };
}
