import type { RouteQuery } from '../api/route-query.ts';
import type { LazyScreen } from './lazy-screen.tsx';

export type RouteParams = Readonly<Record<string, string | undefined>>;

/**
 * A route: path and screen. Its metadata is in `app/heads.ts` and its queries in `app/queries.ts`, which the browser
 * loads with the next page.
 */
export interface Route {
  /** React Router pattern. */
  path: string;
  /** Further addresses of the same page. */
  aliases?: readonly string[];
  /** CSS class of the body, one for each kind of page. */
  bodyClass: string;
  /** Id of an element below the first screen: the first paint waits until it is parsed. Default: for the whole page. */
  belowFirstScreen?: string;
  screen: LazyScreen;
  /** The page is personal: it is never cached or indexed. */
  private?: true;
  /** Excluded from search engines. */
  noindex?: true;
  /**
   * A checkout page. Only its document's content security policy admits the payment widget, so it is always loaded in
   * full.
   */
  payment?: true;
}

/** The queries of a feature's pages, by the path of the route; those of a page start concurrently. */
export type Queries = Readonly<Record<string, (params: RouteParams) => RouteQuery[]>>;

/** A route with the parameters of an address. */
export interface RouteMatch {
  route: Route;
  params: RouteParams;
}
