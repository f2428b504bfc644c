import { instance } from '@meridian/contracts/site/instance';
import type { RootState } from '../api/store.ts';
import type { RouteParams } from './route.ts';

/** A page's metadata for the document's head. */
export interface Head {
  /** Without the brand. */
  title: string;
  description: string;
  /** Canonical path, or an absolute URL on another site. */
  canonical: string;
  /** Path or address of the preview image. */
  image?: string;
  type?: 'website' | 'article';
  /** schema.org objects. Built only if `import.meta.env.SSR` is true, so the client bundle leaves them out. */
  structuredData?: readonly object[];
}

export interface HeadContext {
  state: RootState;
  params: RouteParams;
  /** Origin of the site, without a slash at the end. */
  publicUrl: string;
}

/** The metadata of a feature's pages, by the path of the route. */
export type Heads = Readonly<Record<string, (context: HeadContext) => Head>>;

/** The document's title: `{Page} | {instance().name}`. */
export function documentTitle(head: Head): string {
  return `${head.title} | ${instance().name}`;
}

/** @returns an absolute URL for a path of the site; absolute URLs are unchanged */
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
  // Structured data describes the page that the document was rendered for.
  for (const data of document.head.querySelectorAll('script[type="application/ld+json"]')) data.remove();
}
