import { matchPath } from 'react-router';
import { blogRoutes } from '../features/blog/routes.ts';
import { checkoutRoutes } from '../features/checkout/routes.ts';
import { companyRoutes } from '../features/company/routes.ts';
import { courseRoutes } from '../features/courses/routes.ts';
import { customerRoutes } from '../features/customers/routes.ts';
import { homeRoutes } from '../features/home/routes.ts';
import { policyRoutes } from '../features/policies/routes.ts';
import { resourceRoutes } from '../features/resources/routes.ts';
import { scheduleRoutes } from '../features/schedule/routes.ts';
import { trainingRoutes } from '../features/training/routes.ts';
import { waitlistRoutes } from '../features/waitlist/routes.ts';
import type { Route, RouteMatch } from '../routing/route.ts';
import { notFoundRoute } from './not-found.ts';

/** Every page of the site. The course page is last, because it matches any two path segments. */
export const routes: readonly Route[] = [
  ...homeRoutes,
  ...companyRoutes,
  ...customerRoutes,
  ...resourceRoutes,
  ...blogRoutes,
  ...policyRoutes,
  ...scheduleRoutes,
  ...checkoutRoutes,
  ...waitlistRoutes,
  ...trainingRoutes,
  ...courseRoutes,
];

const addresses = routes.flatMap((route) =>
  [route.path, ...(route.aliases ?? [])].map((path) => ({ path, route })),
);
/** A map, because React Router compiles a pattern at each match. */
const fixed = new Map(
  addresses.filter(({ path }) => !path.includes(':')).map(({ path, route }) => [path, route]),
);
const patterns = addresses.filter(({ path }) => path.includes(':'));

/**
 * Finds the route of an address.
 * @param path the address without its query
 * @returns the route, or that of the 404 page
 */
export function matchRoute(path: string): RouteMatch {
  const known = fixed.get(path.replace(/\/+$/, '').toLowerCase() || '/');
  if (known) return { route: known, params: {} };
  for (const { path: pattern, route } of patterns) {
    const match = matchPath({ path: pattern, end: true }, path);
    if (match) return { route, params: match.params };
  }
  return { route: notFoundRoute, params: {} };
}
