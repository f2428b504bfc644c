import { createContext, use } from 'react';
import type { RouteParams } from './route.ts';

/** Parameters of the current page's address. */
export const PageParams = createContext<RouteParams>({});

/** @returns the parameters of the page's address, by their names in the route's path */
export function usePageParams(): RouteParams {
  return use(PageParams);
}
