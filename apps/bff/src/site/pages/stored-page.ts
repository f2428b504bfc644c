/** A rendered page as it is cached: its document, headers and state files. */
import type { RenderedPage } from '@meridian/contracts/site/renderer';
import type { StoredAnswer } from '../../platform/cache/send-stored.ts';
import { storeBody, storedBytes } from '../../platform/cache/stored-body.ts';
import type { Headers } from '../../platform/http/security-headers.ts';
import type { Analytics, SiteVerification } from '../../platform/settings/site.ts';
import { scriptOf, servicesOf } from './analytics-frame.ts';
import { pageFiles, preloadHeader } from './page-files.ts';
import type { DocumentInstance } from './site-instance.ts';
import { speculationRulesPath } from './speculation-rules.ts';
import { makeStateFile, recentStates, type StateFile, statesBytes } from './state-file.ts';
import { pageHtml } from './template.ts';
import type { WebBundle } from './web-bundle.ts';

export interface Page extends StoredAnswer {
  /** The page is personal: it must not be cached. */
  private: boolean;
  /** Keys of the answers that it was rendered from. */
  reads: readonly string[];
  /** Its state files, the newest first; empty if the state is inline. */
  states: readonly StateFile[];
}

export interface DocumentOptions {
  web: WebBundle;
  paymentWidgetUrl: string;
  /** Headers of assets. */
  fileHeaders: Headers;
  /** Services that count by consent. */
  analytics?: Analytics | undefined;
  /** Meta tags of the home page. */
  siteVerification?: SiteVerification;
}

/** Memory used by a page, in bytes. */
export function pageBytes(page: Page): number {
  return page.reads.reduce((bytes, key) => bytes + key.length, storedBytes(page) + statesBytes(page.states));
}

/**
 * Creates a page's document, uncompressed.
 * @param reads keys of the answers that it was rendered from
 * @param earlier state files of the page that it replaces
 */
export function storePage(
  path: string,
  page: RenderedPage,
  reads: Iterable<string>,
  options: DocumentOptions & { instance: DocumentInstance },
  earlier: readonly StateFile[] | undefined,
): Page {
  const { web, instance, paymentWidgetUrl, fileHeaders, analytics } = options;
  const found = pageFiles(web.manifest, page.modules);
  const files = instance.hasBuildFonts ? found : { ...found, fonts: [] };
  const isPrivate = page.cache === 'private';
  const state = makeStateFile(path, page, fileHeaders);
  const html = pageHtml(page, files, {
    paymentWidgetUrl,
    instance,
    inline: web.inline,
    stateAddress: state?.address,
    services: analytics ? servicesOf(analytics) : [],
    consentScript: analytics && scriptOf(web.manifest, 'consent'),
    metaTags: path === '/' ? (options.siteVerification ?? []) : [],
  });
  return {
    ...storeBody(Buffer.from(html)),
    statusCode: page.status,
    private: isPrivate,
    reads: [...reads],
    states: recentStates(state, earlier),
    headers: {
      ...(page.payment ? instance.checkoutHeaders : instance.headers),
      'content-type': 'text/html; charset=utf-8',
      ...(files.fonts.length > 0 && { link: preloadHeader(files) }),
      ...(!isPrivate && page.status === 200 && { 'speculation-rules': `"${speculationRulesPath}"` }),
      ...(page.noindex && { 'x-robots-tag': 'noindex' }),
      // A payment service refuses sites that it cannot recognize: it gets the origin.
      ...(isPrivate &&
        page.status === 200 && { 'referrer-policy': page.payment ? 'strict-origin' : 'no-referrer' }),
    },
  };
}
