import { createContext, use } from 'react';
import type { RouteParams } from './route.ts';

/** Route parameters of the current page. */
export const PageParams = createContext<RouteParams>({});

/** @returns the parameters of the current page, by their names in the route's path */
export function usePageParams(): RouteParams {
  return use(PageParams);
}
