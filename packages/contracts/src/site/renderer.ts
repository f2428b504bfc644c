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
  /** Server only: the slug or id does not exist, so the page gets status 404. */
  missing?: true;
}

/**
 * Performs a read: in the browser through the API, on the server through the catalogue. Rejects if there is
 * no answer.
 */
export type Read = <Name extends ReadCallName>(
  name: Name,
  request: ReadRequest<Name>,
  signal?: AbortSignal,
) => Promise<ReadAnswer>;

/** Reads a receipt by its token. Resolves to undefined if there is none. */
export type ReadReceipt = (token: string) => Promise<ReceiptData | undefined>;

/**
 * Readers of the data of private links, in the rendering process. Each returns undefined for an unknown link.
 */
export interface PrivateReaders {
  readReceipt: ReadReceipt;
  /** Reads a class list by the token of the trainer's page. */
  readClassList(token: string): Promise<ClassListData | undefined>;
  /** Reads feedback by the token of an emailed link. */
  readFeedback(token: string): Promise<FeedbackData | undefined>;
  /** Reads a certificate by its number, as typed. */
  readCertificate(number: string): Promise<CertificateData | undefined>;
}

/** Whether the site sells seats, or only accepts enquiries. */
export interface SalesOfPages {
  isOpen: boolean;
  /** ISO 8601; empty while it is unknown. */
  since: string;
}

export interface RenderContext extends Partial<PrivateReaders> {
  read: Read;
  /**
   * Reads data for a minor part of the page: the answer may be stale, and a slow read is rejected. Default:
   * `read`.
   */
  readAside?: Read;
  /** Origin of the site, without a trailing slash. */
  publicUrl: string;
  sales: SalesOfPages;
  /** Legal name and address of the supplier for the footer; undefined if no supplier is set. */
  company?: string | undefined;
}

/** A rendered page. Its markup is escaped. */
export interface RenderedPage {
  status: 200 | 404 | 503;
  /** Title, meta, canonical link, social tags and structured data. */
  head: string;
  bodyClass: string;
  /**
   * Id of an element below the first screen. The browser paints once it has parsed the markup before this
   * element. Undefined if it has to parse the whole page first.
   */
  belowFirstScreen?: string | undefined;
  /** Markup of `#root`. */
  html: string;
  /** JSON for the state script. */
  state: string;
  /** Source modules of the page: keys of the build manifest. */
  modules: string[];
  /** A `private` page must not be cached. */
  cache: 'public' | 'private';
  noindex: boolean;
  /** True if the content security policy must allow the payment widget. */
  payment: boolean;
}

/** A page that search engines may index. */
export interface SitePage {
  path: string;
  /** Date of the last modification, `YYYY-MM-DD`, if it is known. */
  lastModified?: string;
}

/** Exports of the web app's `entry.server`. */
export interface PageRenderer {
  /** Sets the instance for all later renderings. */
  setInstance(instance: Instance): void;
  /**
   * Renders a page.
   * @param path without its query, because a query never affects the result
   */
  render(path: string, context: RenderContext): Promise<RenderedPage>;
  /** Lists all indexable pages, for the sitemap. */
  listPages(context: Pick<RenderContext, 'read'>): Promise<SitePage[]>;
}
