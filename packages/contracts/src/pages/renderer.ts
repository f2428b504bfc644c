/** What the web app's build for the server gives the BFF, and what it is given: the seam of the first page. */
import type { ReadRequest } from '../call-schemas.ts';
import type { ReadCallName } from '../calls.ts';
import type { ReceiptData } from '../checkout/receipt.ts';
import type { Envelope } from '../envelope.ts';

/** The answer to a read. */
export interface ReadAnswer extends Envelope {
  /** Told on the server only: the status is not 1 because the slug or id names nothing. The page is a 404. */
  missing?: true;
}

/** Answers a read; rejects where there is no answer. The browser asks the API, the server its catalogue. */
export type Read = <Name extends ReadCallName>(
  name: Name,
  request: ReadRequest<Name>,
  signal?: AbortSignal,
) => Promise<ReadAnswer>;

/** Reads a receipt by its token; undefined where there is none. */
export type ReadReceipt = (token: string) => Promise<ReceiptData | undefined>;

export interface RenderContext {
  read: Read;
  readReceipt?: ReadReceipt;
  /** Origin of the site, without a slash at the end. */
  publicUrl: string;
}

/** A page, rendered. All markup in it is escaped. */
export interface RenderedPage {
  status: 200 | 404 | 503;
  /** Title, meta, canonical link, social tags and structured data. */
  head: string;
  bodyClass: string;
  /** Markup of `#root`. */
  html: string;
  /** JSON for the state script. */
  state: string;
  /** Source files of the page, by which the build's manifest knows what the browser loads. */
  modules: string[];
  /** `private` pages are stored nowhere. */
  cache: 'public' | 'private';
  noindex: boolean;
  /** The document has to let the payment widget in. */
  payment: boolean;
}

/** A page that search engines may list. */
export interface SitePage {
  path: string;
  /** Day of its last change as far as the upstream tells it, `YYYY-MM-DD`. */
  lastModified?: string;
}

/** The exports of the web app's `entry.server`. */
export interface PageRenderer {
  /**
   * Renders the first page of an address.
   * @param path the address without its query: nothing of the first page depends on one
   */
  render(path: string, context: RenderContext): Promise<RenderedPage>;
  /** Every page that search engines may list, for the site map. */
  listPages(context: Pick<RenderContext, 'read'>): Promise<SitePage[]>;
}
