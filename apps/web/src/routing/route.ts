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

/** One page of the site: its address, its screen, what it reads and what it says of itself. */
export interface Route {
  /** React Router pattern. */
  path: string;
  /** Further addresses of the same page. */
  aliases?: readonly string[];
  /** Class of the body, one for each kind of page. */
  bodyClass: string;
  screen: LazyScreen;
  /** What the first render needs; all start at once. */
  queries?(params: RouteParams): RouteQuery[];
  head(context: HeadContext): Head;
  /** The page is one visitor's own: it is never cached or indexed. */
  private?: true;
  /** Left out by search engines. */
  noindex?: true;
  /**
   * A visitor may pay here. Its document alone lets the payment widget in, so it is always loaded: a policy stays with
   * the document in which a visit began.
   */
  payment?: true;
}
