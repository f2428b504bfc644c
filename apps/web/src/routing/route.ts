import type { RouteQuery } from '../api/route-query.ts';
import type { LazyScreen } from './lazy-screen.tsx';

export type RouteParams = Readonly<Record<string, string | undefined>>;

/**
 * A route: path and screen. Its metadata is in `features/<noun>/heads.ts` and its queries are in
 * `features/<noun>/queries.ts`, collected by `app/heads.ts` and `app/queries.ts`. The browser loads these at
 * the first prefetch or navigation.
 */
export interface Route {
  /** React Router pattern. */
  path: string;
  /** Further addresses of the same page. */
  aliases?: readonly string[];
  /** CSS class of the body, one for each kind of page. */
  bodyClass: string;
  /**
   * Id of an element below the first screen. The first paint does not wait for the markup from this element
   * on. By default it waits for the whole page.
   */
  belowFirstScreen?: string;
  screen: LazyScreen;
  /** The page contains personal data: it is never cached or indexed. */
  private?: true;
  /** Excluded from search engines. */
  noindex?: true;
  /**
   * A page that takes payments. Only the documents of these pages have a content security policy that allows
   * the payment widget. So a navigation from any other document loads the page in full.
   */
  payment?: true;
}

/** The queries of a feature's pages, by route path. The queries of a page start concurrently. */
export type Queries = Readonly<Record<string, (params: RouteParams) => RouteQuery[]>>;

/** A route, with the parameters from an address. */
export interface RouteMatch {
  route: Route;
  params: RouteParams;
}
