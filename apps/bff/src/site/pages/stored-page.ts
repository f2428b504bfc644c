/** A rendered page in the cache: its document, headers and state files. */
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
  /** True if the page is personal and must not be cached. */
  private: boolean;
  /** Keys of the answers from which the page was rendered. */
  reads: readonly string[];
  /** State files of the page, newest first; empty if the state is inline. */
  states: readonly StateFile[];
}

export interface DocumentOptions {
  web: WebBundle;
  paymentWidgetUrl: string;
  /** Headers of assets. */
  fileHeaders: Headers;
  /** Configured analytics services. */
  analytics?: Analytics | undefined;
  /** Meta tags of the home page. */
  siteVerification?: SiteVerification;
}

/** Memory used by a page, in bytes. */
export function pageBytes(page: Page): number {
  return page.reads.reduce((bytes, key) => bytes + key.length, storedBytes(page) + statesBytes(page.states));
}

/**
 * Creates the document of a page, uncompressed.
 * @param reads keys of the answers from which the page was rendered
 * @param earlier state files of the previous version of the page
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
      // The payment service refuses requests without the origin of the site, so pages with a payment send the
      // origin as referrer.
      ...(isPrivate &&
        page.status === 200 && { 'referrer-policy': page.payment ? 'strict-origin' : 'no-referrer' }),
    },
  };
}
