import { matchPath } from 'react-router';
import { readQuery } from '../api/route-query.ts';
import { blogRoutes } from '../features/blog/routes.ts';
import { checkoutRoutes } from '../features/checkout/routes.ts';
import { companyRoutes } from '../features/company/routes.ts';
import { courseRoutes } from '../features/courses/routes.ts';
import { customerRoutes } from '../features/customers/routes.ts';
import { homeRoutes } from '../features/home/routes.ts';
import { policyRoutes } from '../features/policies/routes.ts';
import { resourceRoutes } from '../features/resources/routes.ts';
import { scheduleRoutes } from '../features/schedule/routes.ts';
import type { Route, RouteParams } from '../routing/route.ts';
import { notFoundRoute } from './not-found.ts';

/** Every page of the site. The course page matches any two segments, so it stands last. */
export const routes: readonly Route[] = [
  ...homeRoutes,
  ...companyRoutes,
  ...customerRoutes,
  ...resourceRoutes,
  ...blogRoutes,
  ...policyRoutes,
  ...scheduleRoutes,
  ...checkoutRoutes,
  ...courseRoutes,
];

/** What the layout reads on every page. */
export const layoutQueries = () => [readQuery('header', {})];

export interface RouteMatch {
  route: Route;
  params: RouteParams;
}

/**
 * Finds the page of an address.
 * @param path the address without its query
 * @returns the page, or the 404 page where there is none
 */
export function matchRoute(path: string): RouteMatch {
  for (const route of routes) {
    for (const pattern of [route.path, ...(route.aliases ?? [])]) {
      const match = matchPath({ path: pattern, end: true }, path);
      if (match) return { route, params: match.params };
    }
  }
  return { route: notFoundRoute, params: {} };
}
