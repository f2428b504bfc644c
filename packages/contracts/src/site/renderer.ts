/** Interface between the web app's server build and the BFF. */
import type { ReadRequest } from '../call-schemas.ts';
import type { ReadCallName } from '../calls.ts';
import type { ReceiptData } from '../enrolment/receipt.ts';
import type { Envelope } from '../envelope.ts';
import type { CertificateData } from '../training/certificate.ts';
import type { ClassListData } from '../training/class-list.ts';
import type { FeedbackData } from '../training/feedback.ts';
import type { Instance } from './instance.ts';

/** Answer to a read. */
export interface ReadAnswer extends Envelope {
  /** Server only: the slug or id does not exist, so the page is a 404. */
  missing?: true;
}

/** Performs a read: through the API in the browser, the catalogue on the server. Rejects without an answer. */
export type Read = <Name extends ReadCallName>(
  name: Name,
  request: ReadRequest<Name>,
  signal?: AbortSignal,
) => Promise<ReadAnswer>;

/** Reads a receipt by token, or undefined. */
export type ReadReceipt = (token: string) => Promise<ReceiptData | undefined>;

/** Reads the data of private links, in the process that renders. Each is undefined for an unknown address. */
export interface PrivateReaders {
  readReceipt: ReadReceipt;
  /** By the token of a trainer's page. */
  readClassList(token: string): Promise<ClassListData | undefined>;
  /** By the token of a mailed link. */
  readFeedback(token: string): Promise<FeedbackData | undefined>;
  /** By its number, as it was typed. */
  readCertificate(number: string): Promise<CertificateData | undefined>;
}

/** Whether seats are sold, or enquiries taken only. */
export interface SalesOfPages {
  isOpen: boolean;
  /** ISO 8601; empty while it is not known. */
  since: string;
}

export interface RenderContext extends Partial<PrivateReaders> {
  read: Read;
  /** Reads what the page is whole without: it may be stale, and is refused where it takes long. Default: `read`. */
  readAside?: Read;
  /** Origin of the site, without a trailing slash. */
  publicUrl: string;
  sales: SalesOfPages;
  /** Legal name and address of the supplier, for the footer; undefined if no supplier is set. */
  company?: string | undefined;
}

/** A rendered page, markup escaped. */
export interface RenderedPage {
  status: 200 | 404 | 503;
  /** Title, meta, canonical link, social tags and structured data. */
  head: string;
  bodyClass: string;
  /** Id of an element below the first screen: the first paint waits until it is parsed. Undefined: for the whole page. */
  belowFirstScreen?: string | undefined;
  /** Markup of `#root`. */
  html: string;
  /** JSON for the state script. */
  state: string;
  /** Source modules of the page, keys of the build manifest. */
  modules: string[];
  /** `private` pages must not be cached. */
  cache: 'public' | 'private';
  noindex: boolean;
  /** The CSP must allow the payment widget. */
  payment: boolean;
}

/** An indexable page. */
export interface SitePage {
  path: string;
  /** Last modification, `YYYY-MM-DD`, if known. */
  lastModified?: string;
}

/** Exports of the web app's `entry.server`. */
export interface PageRenderer {
  /** Sets the instance of the pages that are rendered from now on. */
  setInstance(instance: Instance): void;
  /**
   * Renders a page.
   * @param path without its query, which never affects the result
   */
  render(path: string, context: RenderContext): Promise<RenderedPage>;
  /** All indexable pages, for the site map. */
  listPages(context: Pick<RenderContext, 'read'>): Promise<SitePage[]>;
}
