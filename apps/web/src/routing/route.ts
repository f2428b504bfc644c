import type { RouteQuery } from '../api/route-query.ts';
import type { RootState } from '../api/store.ts';
import type { Head } from './head.ts';
import type { LazyScreen } from './lazy-screen.tsx';

export type RouteParams = Readonly<Record<string, string | undefined>>;

export interface HeadContext {
  state: RootState;
  params: RouteParams;
  /** Origin of the site, without a slash at the end. */
  publicUrl: string;
}

/** A route: path, screen, queries and metadata. */
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
  /** Queries of the first render; all start concurrently. */
  queries?(params: RouteParams): RouteQuery[];
  head(context: HeadContext): Head;
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
