import { instance } from '@meridian/contracts/site/instance';
import type { RootState } from '../api/store.ts';
import type { RouteParams } from './route.ts';

/** A page's metadata for the document's head. */
export interface Head {
  /** Without the name of the brand. */
  title: string;
  description: string;
  /** Canonical path, or an absolute URL. */
  canonical: string;
  /** Path or URL of the preview image. */
  image?: string;
  type?: 'website' | 'article';
  /**
   * schema.org objects. Built only if `import.meta.env.SSR` is true, so that the client bundle does not
   * contain them.
   */
  structuredData?: readonly object[];
}

export interface HeadContext {
  state: RootState;
  params: RouteParams;
  /** Origin of the site, without a trailing slash. */
  publicUrl: string;
}

/** The metadata of a feature's pages, by route path. */
export type Heads = Readonly<Record<string, (context: HeadContext) => Head>>;

/** The document's title: `{Page} | {instance().name}`. */
export function documentTitle(head: Head): string {
  return `${head.title} | ${instance().name}`;
}

/** @returns the absolute URL of a path; an absolute URL is unchanged */
export function absoluteUrl(publicUrl: string, pathOrUrl: string): string {
  return /^https?:\/\//.test(pathOrUrl) ? pathOrUrl : `${publicUrl}${pathOrUrl}`;
}

function setContent(selector: string, attribute: string, value: string): void {
  document.head.querySelector(selector)?.setAttribute(attribute, value);
}

/** Updates the document's head after a client-side navigation. */
export function applyHead(head: Head): void {
  document.title = documentTitle(head);
  setContent('meta[name="description"]', 'content', head.description);
  setContent('link[rel="canonical"]', 'href', absoluteUrl(location.origin, head.canonical));
  // Structured data describes only the page for which the document was rendered.
  for (const data of document.head.querySelectorAll('script[type="application/ld+json"]')) data.remove();
}
